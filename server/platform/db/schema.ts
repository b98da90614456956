/* eslint max-lines: off -- written by scripts/db-types.mjs from the migrations; one line a column */
import type { ColumnType, Generated as KyselyGenerated } from 'kysely';

type Generated<T> = KyselyGenerated<T>;
/** Read as parsed JSON; written as JSON text, because an array would otherwise be taken for a PostgreSQL array. */
export type Json = ColumnType<unknown, string | null | undefined, string | null>;

/** Every table and view. int8 and numeric arrive as numbers, dates as `YYYY-MM-DD`, instants as Date. */
export interface Schema {
  'area_holiday': {
    area: string;
    day: string;
    name: string;
  };
  'area_holiday_year': {
    area: string;
    year: number;
  };
  'audit_log': {
    id: Generated<number>;
    organisation_id: number;
    user_id: number | null;
    actor: string;
    at: Date;
    action: string;
    entity: string;
    entity_id: string | null;
    before: Json;
    after: Json;
    request_id: string | null;
    ip: string | null;
    user_agent: string | null;
    severity: Generated<string>;
  };
  'baseline': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    stage_id: number;
    state: string;
    method: string;
    first_week: string;
    last_week: string;
    reduction_from: string;
    open_days: number;
    g_per_open_day: number;
    cost_per_open_day: number;
    txn_per_open_day: number;
    currency_code: string;
    reason: Generated<string>;
    created_at: Date;
    created_by: number | null;
    ended_at: Date | null;
  };
  'baseline_week': {
    organisation_id: number;
    baseline_id: number;
    week_start: string;
    open_days: number;
    txn: number;
    g: number;
    cost: number;
    issues: Generated<string[]>;
  };
  'calendar_exception': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    from_date: string;
    to_date: string;
    open: boolean;
    reason: Generated<string>;
    created_at: Date;
    created_by: number | null;
  };
  'calendar_pattern': {
    organisation_id: number;
    location_id: number;
    weekday: number;
    valid_from: string;
    open: boolean;
  };
  'check_weight': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    device_id: number | null;
    weighed_at: Date;
    local_date: string;
    net_g: number;
    edited_at: Date | null;
    edited_by: number | null;
  };
  'checkweight_note': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    local_date: string;
    reference_id: number | null;
    content: Generated<string>;
  };
  'checkweight_note_reference': {
    organisation_id: number;
    id: Generated<number>;
    description: string;
  };
  'cost_rule': {
    organisation_id: number;
    id: Generated<number>;
    site_id: number | null;
    ref_item_id: number | null;
    amount_per_kg: number;
    currency_code: string;
    valid_from: string;
    valid_to: string | null;
    priority: Generated<number>;
    version: Generated<number>;
  };
  'country': {
    code: string;
    name: string;
  };
  'currency': {
    code: string;
    name: string;
    exponent: number;
  };
  'device': {
    organisation_id: number;
    id: Generated<number>;
    serial: string;
    name: string;
    location_id: number | null;
    status: Generated<string>;
    key_hash: Buffer | null;
    last_seen_at: Date | null;
    created_at: Generated<Date>;
  };
  'dirty_week': {
    organisation_id: number;
    location_id: number;
    week_start: string;
    marked_at: Generated<Date>;
  };
  'feature': {
    name: string;
    description: string;
    hidden: Generated<boolean>;
  };
  'feature_organisation': {
    organisation_id: number;
    feature_name: string;
    enabled: boolean;
  };
  'hierarchy': {
    organisation_id: number;
    id: Generated<number>;
    element_code: string;
    name: string;
  };
  'holiday': {
    country_code: string;
    day: string;
    name: string;
  };
  'holiday_year': {
    country_code: string;
    year: number;
  };
  'http_session': {
    sid: string;
    sess: Json;
    expire: Date;
  };
  'import_batch': {
    organisation_id: number;
    id: Generated<number>;
    file_name: string;
    file_sha256: Buffer | null;
    mapping: Json;
    state: string;
    lines_read: Generated<number>;
    events_taken: Generated<number>;
    events_known: Generated<number>;
    lines_refused: Generated<number>;
    totals: Json;
    failure: string | null;
    failure_params: Json;
    created_by: number | null;
    created_at: Date;
    finished_at: Date | null;
    undone_at: Date | null;
  };
  'import_error': {
    organisation_id: number;
    batch_id: number;
    id: Generated<number>;
    line: number;
    column_name: string;
    code: string;
    params: Json;
    raw: Generated<string>;
    outcome: Generated<string>;
  };
  'import_file': {
    organisation_id: number;
    batch_id: number;
    part: number;
    bytes: Buffer;
  };
  'import_mapping': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    mapping: Json;
    columns: string[];
    kept_at: Date;
  };
  'import_mapping_use': {
    organisation_id: number;
    batch_id: number;
    mapping_id: number;
  };
  'ingest_key': {
    organisation_id: number;
    client_event_uuid: string;
    content_hash: Buffer;
    event_id: number;
  };
  'location': {
    organisation_id: number;
    id: Generated<number>;
    site_id: number;
    name: string;
    status: Generated<string>;
    auto_baseline_enabled: Generated<boolean>;
    holidays_observed: Generated<boolean>;
    first_event_date: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    closed_on: string | null;
  };
  'location_day': {
    organisation_id: number;
    location_id: number;
    local_date: string;
    week_start: string;
    is_open: boolean;
    closed_reason: string | null;
    check_g: Generated<number>;
  };
  'location_stage': {
    organisation_id: number;
    location_id: number;
    stage_id: number;
    period: Generated<string>;
    entered_on: string;
    first_event_at: Date | null;
    first_week: string | null;
  };
  'location_week': {
    organisation_id: number;
    location_id: number;
    week_start: string;
    open_days: number;
    check_g: Generated<number>;
  };
  'organisation': {
    id: number;
    country_code: string;
    currency_code: string;
    unit_id: number;
    locale: Generated<string>;
    time_zone: string;
    exclusion_threshold: Generated<number>;
    simulated: Generated<boolean>;
    data_version: Generated<number>;
    tracking_limit: Generated<number>;
  };
  'organisation_directory': {
    id: number;
    country_code: string;
    currency_code: string;
    unit_id: number;
    locale: string;
    time_zone: string;
    exclusion_threshold: number;
    simulated: boolean;
    data_version: number;
    name: string;
    tenant_uuid: string;
    parent_number: number;
    status: string;
  };
  'outbox': {
    id: Generated<string>;
    channel: string;
    key: string;
    organisation_id: number | null;
    target: string;
    payload: Json;
    state: Generated<string>;
    attempts: Generated<number>;
    next_try_at: Date;
    expires_at: Date | null;
    last_error: string | null;
    created_at: Date;
    sent_at: Date | null;
    parked_at: Date | null;
  };
  'outgoing_mail': {
    id: Generated<number>;
    message_id: string;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    created_at: Date;
    sent_at: Date | null;
    attempts: Generated<number>;
    last_error: string | null;
  };
  'rate_limit': {
    key: string;
    points: Generated<number>;
    expire: number | null;
  };
  'readiness_week': {
    organisation_id: number;
    location_id: number;
    stage_id: number;
    week_start: string;
    open_days: number;
    prior_open_days: number | null;
    txn: number;
    g: number;
    cost: number;
    currency_code: string;
    g_delta: number | null;
    cost_delta: number | null;
    issues: string[];
  };
  'ref_value': {
    organisation_id: number;
    id: Generated<number>;
    hierarchy_id: number;
    element_code: string;
    parent_id: number | null;
    name: string;
    code: string | null;
    status: Generated<string>;
    tare_g: number | null;
    counts_as_waste: Generated<boolean>;
  };
  'ref_value_translation': {
    organisation_id: number;
    ref_id: number;
    locale: string;
    name: string;
  };
  'region': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
  };
  'restricted_person': {
    organisation_id: number;
    user_id: number;
  };
  'rollup_day': {
    organisation_id: number;
    location_id: number;
    local_date: string;
    stage_id: number;
    week_start: string;
    txn: number;
    g: number;
    cost: number;
    first_at: Date;
    last_at: Date;
    estimated_g: Generated<number>;
    derived_cost: Generated<number>;
  };
  'rollup_week': {
    organisation_id: number;
    location_id: number;
    week_start: string;
    stage_id: number;
    txn: number;
    g: number;
    cost: number;
    currency_code: string;
    tracked_days: number;
    compliant: boolean;
    estimated_g: Generated<number>;
    derived_cost: Generated<number>;
  };
  'rollup_week_dim': {
    organisation_id: number;
    location_id: number;
    week_start: string;
    stage_id: number;
    element_code: string;
    ref_id: number;
    txn: number;
    g: number;
    cost: number;
  };
  'secured_location': {
    organisation_id: number;
    user_id: number;
    location_id: number;
  };
  'secured_site': {
    organisation_id: number;
    user_id: number;
    site_id: number;
  };
  'segment': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
  };
  'site': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    country_code: string;
    currency_code: string;
    region_id: number | null;
    segment_id: number | null;
    time_zone: string;
    address: Generated<string>;
    status: Generated<string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    holiday_area: string | null;
  };
  'unit': {
    id: number;
    abbr: string;
    name: string;
    grams_per_unit: number;
  };
  'user_profile': {
    organisation_id: number;
    user_id: number;
    unit_id: number | null;
  };
  'waste_event': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    device_id: number | null;
    client_event_uuid: string;
    occurred_at: Date;
    local_date: string;
    week_start: string;
    stage_id: number;
    item_id: number | null;
    reason_id: number | null;
    source_id: number | null;
    sink_id: number | null;
    daypart_id: number | null;
    container_id: number | null;
    gross_g: number;
    tare_g: number;
    net_g: number;
    entered_value: number;
    entered_unit: string;
    estimated: Generated<boolean>;
    counts_as_waste: Generated<boolean>;
    cost_amount: number | null;
    cost_currency: string | null;
    cost_rule_id: number | null;
    quantity: number | null;
    note: string | null;
    origin: string;
    import_batch_id: number | null;
    import_line: number | null;
    created_at: Date;
    created_by: number | null;
    voided_at: Date | null;
    voided_by: number | null;
    void_reason: string | null;
  };
  'waste_event_revision': {
    organisation_id: number;
    id: Generated<number>;
    event_id: number;
    at: Date;
    by_user_id: number | null;
    why: string;
    before: Json;
    import_batch_id: number | null;
    content_hash: Buffer | null;
  };
  'waste_stage': {
    id: number;
    name: string;
  };
  'identity.membership': {
    tenant_number: number;
    user_id: number;
    status: Generated<string>;
    created_at: Generated<Date>;
  };
  'identity.membership_role': {
    tenant_number: number;
    user_id: number;
    role_id: number;
  };
  'identity.password_token': {
    token_hash: Buffer;
    user_id: number;
    purpose: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  'identity.permission': {
    key: string;
    description: string;
  };
  'identity.person': {
    id: number;
    uuid: string;
    login: string;
    email: string;
    full_name: string;
    status: string;
    locale: string;
    sso_user: boolean;
    last_sign_in_at: Date;
    created_at: Date;
  };
  'identity.role': {
    id: Generated<number>;
    uuid: Generated<string>;
    tenant_number: number | null;
    key: string;
    name: string;
    description: Generated<string>;
    is_default: Generated<boolean>;
  };
  'identity.role_permission': {
    role_id: number;
    permission_key: string;
  };
  'identity.session': {
    id: Generated<string>;
    user_id: number;
    tenant_number: number;
    created_at: Date;
    last_used_at: Date;
    expires_at: Date;
    idle_seconds: number;
    ip: string;
    user_agent: string;
    ended_at: Date | null;
    end_reason: string | null;
  };
  'identity.sign_in_name': {
    name: string;
    user_id: number;
  };
  'identity.tenant': {
    number: Generated<number>;
    id: Generated<string>;
    name: string;
    parent_number: number | null;
    status: Generated<string>;
    created_at: Generated<Date>;
  };
  'identity.user': {
    id: Generated<number>;
    uuid: Generated<string>;
    login: string;
    email: string;
    full_name: string;
    status: Generated<string>;
    locale: Generated<string>;
    password_hash: string | null;
    password_changed_at: Date | null;
    password_reset_required: Generated<boolean>;
    sso_user: Generated<boolean>;
    privacy_accepted_at: Date | null;
    failed_sign_ins: Generated<number>;
    locked_until: Date | null;
    last_sign_in_at: Date | null;
    created_at: Generated<Date>;
  };
}
