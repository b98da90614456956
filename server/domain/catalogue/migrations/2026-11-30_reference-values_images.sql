alter table ref_value add column image_id bigint;
alter table ref_value add constraint ref_value_image foreign key (organisation_id, image_id)
  references image (organisation_id, id) on delete set null (image_id) not valid;
