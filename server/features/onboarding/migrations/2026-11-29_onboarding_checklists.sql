-- What is to be done at a site before its figures count, and by which day after its start.
create table onboarding (
  organisation_id bigint not null,
  site_id bigint not null,
  started_on date not null,
  -- Days after the start by step; a step that is missing here is not part of it.
  days jsonb not null,
  started_by bigint not null,
  version integer not null default 1,
  primary key (organisation_id, site_id),
  foreign key (organisation_id, site_id) references site (organisation_id, id)
);

-- What people say of a step; whether most are done follows from what is stored elsewhere.
create table onboarding_step (
  organisation_id bigint not null,
  site_id bigint not null,
  step text not null,
  done_on date,
  done_by bigint,
  -- Trained in the step; counted, not scored.
  people integer check (people > 0),
  due_on date,
  owner_id bigint,
  blocker text,
  blocked_on date,
  primary key (organisation_id, site_id, step),
  foreign key (organisation_id, site_id) references onboarding (organisation_id, site_id) on delete cascade
);

create table onboarding_template (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  days jsonb not null,
  created_at timestamptz not null,
  primary key (organisation_id, id)
);
create unique index onboarding_template_name on onboarding_template (organisation_id, lower(name));
