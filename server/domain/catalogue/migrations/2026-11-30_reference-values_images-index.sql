-- apart: made and checked while values are written
drop index concurrently if exists ref_value_images;
create index concurrently ref_value_images on ref_value (organisation_id, image_id) where image_id is not null;
alter table ref_value validate constraint ref_value_image;
