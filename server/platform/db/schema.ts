/* eslint max-lines: off -- written by scripts/db-types.mjs from the migrations; one line a column */
import type { ColumnType, Generated as KyselyGenerated } from 'kysely';

type Generated<T> = KyselyGenerated<T>;
/** Read as parsed JSON; written as JSON text, because an array would otherwise be taken for a PostgreSQL array. */
type Json = ColumnType<unknown, string | null | undefined, string | null>;

/** Every table and view. int8 and numeric arrive as numbers, dates as `YYYY-MM-DD`, instants as Date. */
export interface Schema {
  'access_review': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    started_at: Date;
    started_by: number;
    signed_at: Date | null;
    signed_by: number | null;
    statement: string | null;
  };
  'access_review_entry': {
    organisation_id: number;
    review_id: number;
    user_id: number;
    decision: string;
    note: string | null;
    decided_by: number;
    decided_at: Date;
    mark: string;
    roles: Json;
    secured: Json;
    status: string;
    last_sign_in_at: Date | null;
  };
  'alert': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    description: string;
    site_id: Generated<number>;
    location_id: Generated<number>;
    device_id: Generated<number>;
    type: Generated<string>;
    comp_type: string;
    operator: string;
    value: number;
    currency_code: string | null;
    unit_id: number | null;
    version: Generated<number>;
    created_at: Date;
    created_by: number | null;
    updated_at: Date;
    updated_by: number | null;
    deleted_at: Date | null;
  };
  'alert_delivery': {
    organisation_id: number;
    id: Generated<number>;
    firing_id: number;
    user_id: number;
    channel: string;
    frequency: string;
    outbox_channel: string;
    outbox_key: string;
    state: Generated<string>;
    attempts: Generated<number>;
    last_error: string | null;
    created_at: Date;
    settled_at: Date | null;
  };
  'alert_digest': {
    organisation_id: number;
    local_date: string;
    made_at: Date;
  };
  'alert_firing': {
    organisation_id: number;
    id: Generated<number>;
    alert_id: number;
    event_id: number;
    occurred_at: Date;
    fired_at: Date;
    pending: boolean;
    withdrawn_at: Date | null;
    held_until: Date | null;
  };
  'alert_notification': {
    organisation_id: number;
    id: Generated<number>;
    alert_id: number;
    user_id: number;
    notify_email: Generated<boolean>;
    notify_push: Generated<boolean>;
    frequency: Generated<string>;
    frequency_since: Date;
    muted_at: Date | null;
    created_at: Date;
    updated_at: Date;
    unsubscribed_at: Date | null;
  };
  'alert_notification_channel': {
    organisation_id: number;
    notification_id: number;
    channel: string;
    frequency: string;
    since: Date;
    unsubscribed_at: Date | null;
  };
  'alert_ref': {
    organisation_id: number;
    alert_id: number;
    element_code: string;
    ref_id: number;
  };
  'alert_set': {
    organisation_id: number;
    alerts: number;
    version: Generated<string>;
  };
  'area_holiday': {
    area: string;
    day: string;
    name: string;
  };
  'area_holiday_year': {
    area: string;
    year: number;
  };
  'audit_chain': {
    organisation_id: number;
    position: Generated<number>;
    hash: Buffer;
    signature: string;
    base_position: Generated<number>;
    base_hash: Buffer;
    base_signature: string;
    doubted_at: Date | null;
    keep_months: number | null;
    checked_at: Date | null;
    checked_rows: number | null;
    fault: Json;
  };
  'audit_chain_start': {
    began_at: Date;
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
    acting_user_id: number | null;
    acting_person: string | null;
  };
  'audit_redaction': {
    organisation_id: number;
    audit_id: number;
    content_hash: Buffer;
    signature: string;
  };
  'audit_seal': {
    organisation_id: number;
    position: number;
    audit_id: number;
    hash: Buffer;
  };
  'audit_unsealed': {
    organisation_id: number;
    audit_id: number;
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
  'bulk_change': {
    organisation_id: number;
    id: Generated<number>;
    change: Json;
    reason: string;
    state: string;
    by_user_id: number;
    by_login: string;
    created_at: Date;
    alive_at: Date;
    finished_at: Date | null;
    undo_reason: string | null;
    undone_at: Date | null;
    sums: Json;
  };
  'bulk_change_row': {
    organisation_id: number;
    bulk_id: number;
    event_id: number;
    standing: number | null;
    outcome: string | null;
    code: string | null;
    revision_id: number | null;
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
  'check_weight_revision': {
    organisation_id: number;
    id: Generated<number>;
    check_weight_id: number;
    at: Date;
    by_user_id: number | null;
    before_g: number;
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
    key: string | null;
  };
  'contest': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    metric: string;
    ranked_by: string;
    stage_id: number;
    start_date: string;
    end_date: string;
    country_code: string | null;
    region_name: string | null;
    segment_name: string | null;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  'copy_job': {
    organisation_id: number;
    id: Generated<number>;
    source_location_id: number;
    source_device_id: number | null;
    parts: string[];
    rule: string;
    state: string;
    source_mark: string | null;
    by_user_id: number;
    asked_by: number;
    created_at: Date;
    alive_at: Date;
    finished_at: Date | null;
    undone_at: Date | null;
  };
  'copy_job_target': {
    organisation_id: number;
    job_id: number;
    location_id: number;
    leads_site: boolean;
    state: string;
    code: string | null;
    params: Json;
    day: string | null;
    mark: string | null;
    changes: Json;
    after_marks: Json;
    settled_at: Date | null;
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
    first_id: number | null;
    superseded_at: Date | null;
    created_at: Date | null;
    created_by: number | null;
    note: string | null;
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
  'daily_menu': {
    organisation_id: number;
    location_id: number;
    date: string;
    ref_item_id: number;
    daypart_id: number | null;
    planned_portions: number | null;
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
    last_event_at: Date | null;
  };
  'device_case': {
    organisation_id: number;
    id: Generated<number>;
    device_id: number;
    note: string;
    opened_by: number;
    opened_at: Date;
    closed_by: number | null;
    closed_at: Date | null;
    resolution: string | null;
  };
  'device_command': {
    organisation_id: number;
    id: Generated<number>;
    device_id: number;
    kind: string;
    state: string;
    asked_by: number;
    asked_at: Date;
    sent_at: Date | null;
    ended_at: Date | null;
    answer: string | null;
  };
  'device_day': {
    organisation_id: number;
    device_id: number;
    day: string;
    heartbeats: number;
    lowest_battery: number | null;
    deepest_queue: number | null;
    largest_clock_offset_ms: number;
  };
  'device_enrolment': {
    organisation_id: number;
    device_id: number;
    code_hash: Buffer;
    made_by: number;
    created_at: Date;
    expires_at: Date;
  };
  'device_profile': {
    organisation_id: number;
    device_id: number;
    version_id: number;
    assigned_at: Date;
    assigned_by: number | null;
  };
  'device_release': {
    organisation_id: number;
    device_id: number;
    code_hash: Buffer;
    serial: string;
    released_by: number;
    released_at: Date;
    expires_at: Date;
    claimed_at: Date | null;
  };
  'device_replacement': {
    organisation_id: number;
    device_id: number;
    replaces_device_id: number;
    replaced_at: Date;
  };
  'device_setting': {
    organisation_id: number;
    device_id: number;
    version: number;
    channel: string;
    settings: Json;
    changed_at: Date;
  };
  'device_state': {
    organisation_id: number;
    device_id: number;
    reported_at: Date;
    app_version: string;
    profile_version: number | null;
    battery_percent: number | null;
    charging: boolean | null;
    network: string | null;
    queue_depth: number | null;
    photo_backlog: number | null;
    clock_offset_ms: number;
    scale_connected: boolean | null;
    scale_calibrated_on: string | null;
    scale_due_on: string | null;
  };
  'dirty_week': {
    organisation_id: number;
    location_id: number;
    week_start: string;
    marked_at: Generated<Date>;
  };
  'donation_partner': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    kind: string;
    contact: Generated<string>;
    status: Generated<string>;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  'donation_pickup': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    partner_id: number;
    state: string;
    pickup_day: string;
    pickup_time: string | null;
    g: number | null;
    item_id: number | null;
    value_amount: number | null;
    temperature_c: number | null;
    use_by: string | null;
    note: Generated<string>;
    weighed_from: string | null;
    weighed_to: string | null;
    receipt_no: string | null;
    received_on: string | null;
    partner_g: number | null;
    schedule_id: number | null;
    scheduled_on: string | null;
    import_key: string | null;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  'donation_schedule': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    partner_id: number;
    weekday: number;
    pickup_time: string;
    starts_on: string;
    ends_on: string | null;
    created_at: Date;
  };
  'enterprise_goal': {
    organisation_id: number;
    id: Generated<number>;
    title: string;
    plan: string;
    stage_id: number;
    metric: string;
    currency_code: string;
    target: number;
    start_week: string;
    end_week: string;
    cascade_kind: string;
    state: Generated<string>;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  'enterprise_goal_base': {
    organisation_id: number;
    goal_id: number;
    location_id: number;
    baseline_weeks: string[];
  };
  'enterprise_goal_change': {
    organisation_id: number;
    id: Generated<number>;
    goal_id: number;
    kind: string;
    site_id: number | null;
    reason: string;
    changed_by: number | null;
    changed_at: Date;
  };
  'enterprise_goal_site': {
    organisation_id: number;
    goal_id: number;
    site_id: number;
    exempt_reason: string | null;
  };
  'event_review': {
    organisation_id: number;
    event_id: number;
    revision_id: number;
    reviewed_at: Date;
    by_user_id: number | null;
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
  'goal': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    stage_id: number;
    item_id: number | null;
    reason_id: number | null;
    source_id: number | null;
    sink_id: number | null;
    daypart_id: number | null;
    container_id: number | null;
    title: string;
    plan: string;
    metric: string;
    currency_code: string;
    target_kind: string;
    target_value: number;
    start_week: string;
    end_week: string;
    baseline_weeks: string[];
    owner_id: number | null;
    enterprise_goal_id: number | null;
    copied_from: number | null;
    state: Generated<string>;
    result: Json;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  'goal_action': {
    organisation_id: number;
    id: Generated<number>;
    goal_id: number;
    title: string;
    started_on: string;
    ended_on: string | null;
    created_by: number | null;
    created_at: Date;
  };
  'goal_change': {
    organisation_id: number;
    id: Generated<number>;
    goal_id: number;
    kind: string;
    reason: string;
    before: Json;
    after: Json;
    changed_by: number | null;
    changed_at: Date;
  };
  'guest_campaign': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    kind: string;
    source_id: number | null;
    starts_on: string;
    ends_on: string | null;
    note: Generated<string>;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  'guest_campaign_location': {
    organisation_id: number;
    campaign_id: number;
    location_id: number;
  };
  'guest_sign': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    token_hash: Buffer;
    locale: string;
    sentence: Generated<string>;
    created_by: number;
    created_at: Date;
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
  'image': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    original: Buffer;
    original_hash: string;
    crop_left: Generated<number>;
    crop_top: Generated<number>;
    crop_right: Generated<number>;
    crop_bottom: Generated<number>;
    content: Buffer;
    thumbnail: Buffer;
    content_hash: string;
    width: number;
    height: number;
    license: Generated<string>;
    source: Generated<string>;
    tags: Generated<string[]>;
    status: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Date;
    changed_at: Date;
  };
  'image_alt': {
    organisation_id: number;
    image_id: number;
    locale: string;
    alt: string;
  };
  'impact_item_category': {
    organisation_id: number;
    item_id: number;
    category: string;
    updated_at: Date;
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
  'import_made': {
    organisation_id: number;
    batch_id: number;
    kind: string;
    made_id: number;
    taken_back_at: Date | null;
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
  'item_proposal': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    proposed_by: number | null;
    proposed_at: Date;
    state: Generated<string>;
    item_id: number | null;
    decided_by: number | null;
    decided_at: Date | null;
  };
  'item_proposal_event': {
    organisation_id: number;
    event_id: number;
    proposal_id: number;
  };
  'leaderboard_opt_out': {
    organisation_id: number;
    site_id: number;
    reason: string;
    opted_out_at: Date;
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
  'menu_adapter': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    kind: string;
    address: Generated<string>;
    auth: Generated<string>;
    auth_name: Generated<string>;
    secret: Buffer | null;
    run_hour: number | null;
    weekdays: Generated<string>;
    scheduled_on: string | null;
    paused: Generated<boolean>;
    columns: Json;
    sample: Json;
    version: Generated<number>;
    created_by: number | null;
    created_at: Date;
    removed_at: Date | null;
  };
  'menu_adapter_file': {
    organisation_id: number;
    adapter_id: number;
    name: string;
    content: Buffer;
    uploaded_at: Date;
  };
  'menu_adapter_location': {
    organisation_id: number;
    adapter_id: number;
    external_key: string;
    external_name: string;
    location_id: number | null;
  };
  'menu_adapter_run': {
    organisation_id: number;
    id: Generated<number>;
    adapter_id: number;
    mode: string;
    origin: string;
    state: string;
    asked_by: number | null;
    asked_at: Date;
    ended_at: Date | null;
    problem: Json;
    result: Json;
  };
  'menu_item_match': {
    organisation_id: number;
    element_code: string;
    external_key: string;
    external_name: string;
    ref_id: number | null;
    confirmed_by: number | null;
    confirmed_at: Date;
  };
  'onboarding': {
    organisation_id: number;
    site_id: number;
    started_on: string;
    days: Json;
    started_by: number;
    version: Generated<number>;
  };
  'onboarding_step': {
    organisation_id: number;
    site_id: number;
    step: string;
    done_on: string | null;
    done_by: number | null;
    people: number | null;
    due_on: string | null;
    owner_id: number | null;
    blocker: string | null;
    blocked_on: string | null;
    reminded_on: string | null;
  };
  'onboarding_template': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    days: Json;
    created_at: Date;
  };
  'operator': {
    organisation_id: number;
    id: Generated<number>;
    location_id: number;
    alias: string;
    locale: string;
    pin_hash: string;
    pin_set_at: Date;
    failed_pins: Generated<number>;
    locked_until: Date | null;
    status: Generated<string>;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
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
    kind: Generated<string>;
    segment_name: string | null;
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
  'own_narrowing': {
    organisation_id: number;
    user_id: number;
  };
  'own_secured_location': {
    organisation_id: number;
    user_id: number;
    location_id: number;
  };
  'own_secured_site': {
    organisation_id: number;
    user_id: number;
    site_id: number;
  };
  'photo': {
    organisation_id: number;
    id: Generated<number>;
    event_id: number;
    sha256: Buffer;
    media_type: string;
    content: Buffer;
    small: Buffer;
    hash: Buffer;
    device_id: number | null;
    added_by: number | null;
    taken_at: Date;
    added_at: Date;
    retention_until: Date;
  };
  'photo_setting': {
    organisation_id: number;
    retention_days: number;
    training_consent: boolean;
    changed_by: number | null;
    changed_at: Date;
    device_photos: Generated<boolean>;
  };
  'profile_button': {
    organisation_id: number;
    version_id: number;
    kind: string;
    ref_id: number;
    position: number;
  };
  'push_key': {
    id: number;
    public_key: string;
    private_key: string;
    created_at: Date;
  };
  'push_subscription': {
    organisation_id: number;
    id: Generated<number>;
    user_id: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: Date;
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
  'recost': {
    organisation_id: number;
    id: Generated<number>;
    from_day: string;
    to_day: string;
    site_id: number | null;
    reason: string;
    state: string;
    by_user_id: number | null;
    rule_mark: number | null;
    location_id: Generated<number>;
    after_day: string | null;
    after_event: number | null;
    counted: Json;
    written: Json;
    created_at: Date;
    alive_at: Date;
    finished_at: Date | null;
    by_login: Generated<string>;
    rules_mark: Generated<string>;
  };
  'ref_merge': {
    organisation_id: number;
    old_id: number;
    new_id: number;
    merged_at: Date;
    by_user_id: number | null;
    by_login: string;
    state: string;
    events_expected: number;
    events_moved: Generated<number>;
    alive_at: Date;
    finished_at: Date | null;
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
    flw_destination: string | null;
    material: string | null;
    version: Generated<number>;
    is_donation: Generated<boolean>;
    image_id: number | null;
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
  'report_delivery': {
    organisation_id: number;
    id: Generated<number>;
    run_id: number;
    user_id: number;
    outbox_key: string | null;
    sent_at: Date | null;
    reason: string | null;
    created_at: Date;
  };
  'report_recipient': {
    organisation_id: number;
    schedule_id: number;
    user_id: number;
  };
  'report_run': {
    organisation_id: number;
    id: Generated<number>;
    kind: string;
    parameters: Json;
    fingerprint: string;
    location_ids: Generated<string[]>;
    requested_by: number;
    schedule_id: number | null;
    state: Generated<string>;
    step: Generated<number>;
    failure: string | null;
    document: Json;
    figures: Json;
    pdf: Buffer | null;
    created_at: Date;
    touched_at: Date;
    finished_at: Date | null;
    raw_rows: Buffer | null;
  };
  'report_schedule': {
    organisation_id: number;
    id: Generated<number>;
    kind: string;
    parameters: Json;
    cadence: string;
    day: number;
    hour: number;
    owner_id: number;
    next_at: Date;
    paused: Generated<boolean>;
    paused_for: string | null;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  'report_share': {
    organisation_id: number;
    id: Generated<number>;
    run_id: number;
    token_hash: Buffer;
    expires_at: Date;
    created_by: number;
    created_at: Date;
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
  'rollup_day_cube': {
    organisation_id: number;
    location_id: number;
    local_date: string;
    n: number;
    week_start: string;
    stage_id: number;
    item_id: number;
    reason_id: number;
    source_id: number;
    sink_id: number;
    daypart_id: number;
    container_id: number;
    txn: number;
    g: number;
    cost: number;
    estimated_g: number;
    derived_cost: number;
  };
  'rollup_day_not_waste': {
    organisation_id: number;
    location_id: number;
    local_date: string;
    stage_id: number;
    sink_id: number;
    item_id: number;
    week_start: string;
    txn: number;
    g: number;
    cost: number;
    estimated_g: number;
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
  'saved_view': {
    organisation_id: number;
    id: Generated<number>;
    user_id: number;
    name: string;
    path: string;
    query: string;
    created_at: Date;
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
  'shipment': {
    organisation_id: number;
    id: Generated<number>;
    number: number;
    site_id: number;
    state: string;
    reference: string;
    address: string;
    note: string;
    carrier: Generated<string>;
    tracking: Generated<string>;
    reason: Generated<string>;
    created_by: number;
    created_at: Date;
    packed_at: Date | null;
    shipped_at: Date | null;
    delivered_on: string | null;
    closed_at: Date | null;
    version: Generated<number>;
  };
  'shipment_item': {
    organisation_id: number;
    shipment_id: number;
    device_id: number;
    replaces_device_id: number | null;
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
  'taxonomy_item': {
    organisation_id: number;
    number: number;
    item_id: number;
    name: string;
  };
  'taxonomy_mapping': {
    organisation_id: number;
    number: number;
    item_id: number;
    name: string;
    became_id: number | null;
  };
  'taxonomy_version': {
    organisation_id: number;
    number: number;
    opened_by: number;
    opened_at: Date;
    closed_at: Date | null;
  };
  'tracker_profile': {
    organisation_id: number;
    id: Generated<number>;
    name: string;
    created_by: number | null;
    created_at: Date;
    archived_at: Date | null;
  };
  'tracker_profile_version': {
    organisation_id: number;
    id: Generated<number>;
    profile_id: number;
    state: string;
    version: number | null;
    revision: Generated<number>;
    from_version: number | null;
    changed_by: number | null;
    changed_at: Date;
    published_by: number | null;
    published_at: Date | null;
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
  'vision_batch': {
    organisation_id: number;
    id: Generated<number>;
    published_by: number;
    published_at: Date;
    undone_by: number | null;
    undone_at: Date | null;
  };
  'vision_batch_event': {
    organisation_id: number;
    batch_id: number;
    event_id: number;
    label_id: number;
    outcome: string;
    revision_id: number | null;
    standing: number;
    part_ids: Generated<string[]>;
  };
  'vision_label': {
    organisation_id: number;
    id: Generated<number>;
    event_id: number;
    user_id: number;
    kind: string;
    parts: Json;
    answer: string;
    second_wanted: Generated<boolean>;
    state: Generated<string>;
    batch_id: number | null;
    at: Date;
    taxonomy_number: number | null;
  };
  'volume': {
    organisation_id: number;
    location_id: number;
    kind: string;
    period: string;
    local_date: string;
    currency: string;
    value: number;
    estimated: boolean;
    origin: string;
    updated_at: Date;
  };
  'volume_lock': {
    organisation_id: number;
    month: string;
    site_id: number;
    reason: string;
    locked_at: Date;
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
    classification_state: string | null;
    unconfirmed: string[] | null;
    split_from: number | null;
    operator_id: number | null;
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
    cause: string | null;
  };
  'waste_stage': {
    id: number;
    name: string;
  };
  'identity.address_policy': {
    tenant_number: number;
    is_active: Generated<boolean>;
    strategy: Generated<string>;
    updated_at: Date;
  };
  'identity.address_rule': {
    id: Generated<string>;
    tenant_number: number;
    range: string;
    strategy: string;
    is_active: boolean;
    description: string;
    created_at: Date;
    updated_at: Date;
  };
  'identity.api_token': {
    id: Generated<string>;
    kind: string;
    tenant_number: number;
    user_id: number | null;
    made_by: number | null;
    description: string;
    secret_hash: Buffer;
    amr: Generated<string[]>;
    factor_spared_in: Generated<string[]>;
    created_at: Date;
    expires_at: Date | null;
    last_used_at: Date | null;
    refused_at: Date | null;
  };
  'identity.api_token_role': {
    token_id: string;
    role_id: number;
  };
  'identity.authenticator': {
    id: Generated<string>;
    user_id: number;
    sealed_secret: Buffer;
    last_step: Generated<number>;
    created_at: Date;
    confirmed_at: Date | null;
  };
  'identity.email_domain': {
    id: Generated<string>;
    tenant_number: number;
    domain: string;
    type: string;
    created_at: Date;
  };
  'identity.email_domain_policy': {
    tenant_number: number;
    active: Generated<boolean>;
    list_type: Generated<string>;
    block_public_domains: Generated<boolean>;
    updated_at: Date;
  };
  'identity.entry_secret': {
    id: Generated<string>;
    kind: string;
    asked_for: string;
    flow_hash: Buffer | null;
    user_id: number | null;
    email: string | null;
    secret_hash: Buffer | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  'identity.entry_try': {
    subject: string;
    tries: number;
    since: Date;
  };
  'identity.group': {
    id: Generated<number>;
    uuid: Generated<string>;
    tenant_number: number;
    name: string;
    color: Generated<string>;
    description: Generated<string>;
    metadata: Generated<string>;
    created_at: Date;
  };
  'identity.group_config': {
    tenant_number: number;
    enabled: Generated<boolean>;
    roles_enabled: Generated<boolean>;
  };
  'identity.group_role': {
    group_id: number;
    role_id: number;
  };
  'identity.group_user': {
    group_id: number;
    tenant_number: number;
    user_id: number;
  };
  'identity.invitation': {
    token_hash: Buffer;
    tenant_number: number;
    user_id: number;
    email: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  'identity.invite_link': {
    tenant_number: number;
    id: Generated<string>;
    token_hash: Buffer;
    sealed_token: Buffer;
    made_by: number;
    should_send_email: boolean;
    expires_at: Date;
    most_uses: number | null;
    uses: Generated<number>;
  };
  'identity.invite_link_role': {
    tenant_number: number;
    role_id: number;
  };
  'identity.lockout_policy': {
    tenant_number: number;
    enabled: boolean;
    max_attempts: number;
    created_at: Date;
    updated_at: Date;
  };
  'identity.membership': {
    tenant_number: number;
    user_id: number;
    status: Generated<string>;
    created_at: Generated<Date>;
    ends_at: Date | null;
    reaches_below: Generated<boolean>;
    awaits_answer: Generated<boolean>;
    through_number: number | null;
  };
  'identity.membership_role': {
    tenant_number: number;
    user_id: number;
    role_id: number;
  };
  'identity.mfa_policy': {
    tenant_number: number;
    id: Generated<string>;
    enforce: string;
    remembers: Generated<boolean>;
    remember_seconds: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  'identity.oauth_client': {
    id: Generated<string>;
    name: string;
    redirect_uris: string[];
    post_logout_redirect_uris: Generated<string[]>;
    allowed_origins: Generated<string[]>;
    auth_method: string;
    secret_hash: Buffer | null;
    created_at: Date;
    updated_at: Date;
    scopes: Generated<string[]>;
    switched_off_at: Date | null;
  };
  'identity.oauth_code': {
    code_hash: Buffer;
    client_id: string;
    redirect_uri: string;
    scope: string;
    nonce: string | null;
    code_challenge: string;
    session_id: string;
    tenant_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    grant_id: string | null;
  };
  'identity.oauth_consent': {
    user_id: number;
    client_id: string;
    tenant_id: string;
    scopes: string[];
    created_at: Date;
    changed_at: Date;
  };
  'identity.oauth_grant': {
    id: Generated<string>;
    client_id: string;
    session_id: string;
    tenant_id: string;
    scope: string;
    silent: Generated<boolean>;
    refreshes: Generated<number>;
    refreshed_at: Generated<Date[]>;
    created_at: Date;
    ended_at: Date | null;
    end_reason: string | null;
  };
  'identity.oauth_request': {
    request_hash: Buffer;
    browser_hash: Buffer;
    client_id: string;
    redirect_uri: string;
    scope: string;
    state: string;
    nonce: string | null;
    code_challenge: string;
    login_hint: string | null;
    anew: boolean;
    max_age: number | null;
    stepped_up: boolean;
    tenant_id: string | null;
    created_at: Date;
    expires_at: Date;
    consent: Generated<string>;
  };
  'identity.one_time_code': {
    token_hash: Buffer;
    user_id: number;
    purpose: string;
    flow: string;
    target: string;
    code_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  'identity.passkey': {
    id: Generated<string>;
    user_id: number;
    credential_id: Buffer;
    public_key: Buffer;
    counter: number;
    device_type: string;
    transports: Generated<string[]>;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  'identity.password_history': {
    id: Generated<number>;
    user_id: number;
    password_hash: string;
    replaced_at: Date;
  };
  'identity.password_history_policy': {
    tenant_number: number;
    id: Generated<string>;
    enabled: boolean;
    history_size: number;
    created_at: Date;
    updated_at: Date;
  };
  'identity.password_policy': {
    tenant_number: number;
    min_length: Generated<number>;
    max_length: Generated<number>;
    allow_passphrases: Generated<boolean>;
    min_phrase_length: Generated<number>;
    min_optional_tests: Generated<number>;
    three_repeated: Generated<boolean>;
    lowercase: Generated<boolean>;
    uppercase: Generated<boolean>;
    numbers: Generated<boolean>;
    special_chars: Generated<boolean>;
    expires_after_days: number | null;
    notice_days: number | null;
    paused_expiry_days: number | null;
  };
  'identity.password_token': {
    token_hash: Buffer;
    user_id: number;
    purpose: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  'identity.pending_sign_in': {
    token_hash: Buffer;
    user_id: number;
    tenant_number: number;
    way: string;
    amr: string[];
    locale: string | null;
    session_id: string | null;
    salt: Buffer;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    invite_hash: Buffer | null;
  };
  'identity.permission': {
    key: string;
    description: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
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
  'identity.phone_factor': {
    id: Generated<string>;
    user_id: number;
    phone: string;
    created_at: Date;
  };
  'identity.phone_number': {
    id: Generated<string>;
    user_id: number;
    phone: string;
    verified_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  'identity.phone_secret': {
    id: Generated<string>;
    purpose: string;
    asked_for: string;
    flow_hash: Buffer;
    user_id: number | null;
    sent_to: string | null;
    secret_hash: Buffer | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  'identity.picture': {
    user_id: number;
    id: Generated<string>;
    content: Buffer;
    changed_at: Date;
  };
  'identity.recovery_code': {
    user_id: number;
    code_hash: Buffer;
    created_at: Date;
    used_at: Date | null;
  };
  'identity.refusal': {
    organisation_id: number;
    way: string;
    entity: string;
    refused: Generated<number>;
  };
  'identity.refusal_of_fault': {
    organisation_id: number;
    way: string;
    fault: string;
    entity: string;
    refused: Generated<number>;
  };
  'identity.remembered_device': {
    token_hash: Buffer;
    user_id: number;
    created_at: Date;
    expires_at: Date;
    id: Generated<string | null>;
    user_agent: Generated<string>;
    last_used_at: Date | null;
  };
  'identity.role': {
    id: Generated<number>;
    uuid: Generated<string>;
    tenant_number: number | null;
    key: string;
    name: string;
    description: Generated<string>;
    is_default: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    level: Generated<number>;
  };
  'identity.role_permission': {
    role_id: number;
    permission_key: string;
  };
  'identity.saml_key': {
    id: string;
    certificate: string;
    sealed_private: Buffer;
    created_at: Date;
    signs_from: Date;
  };
  'identity.saml_message': {
    id: Generated<number>;
    config_id: number;
    message_id: string;
    ours: boolean;
    expires_at: Date;
  };
  'identity.saml_session': {
    id: Generated<number>;
    config_id: number;
    session_id: string | null;
    pending_hash: Buffer | null;
    name_id: string;
    name_id_format: string;
    name_qualifier: string | null;
    sp_name_qualifier: string | null;
    session_index: string | null;
    sealed_hint: Buffer | null;
  };
  'identity.scim_call': {
    id: Generated<number>;
    connection_number: number;
    at: Date;
    method: string;
    path: string;
    status: number;
    code: string | null;
    params: Json;
  };
  'identity.scim_connection': {
    number: Generated<number>;
    id: Generated<string>;
    tenant_number: number;
    name: string;
    source: string;
    sync: Generated<boolean>;
    made_by: number | null;
    created_at: Date;
    last_sync_at: Date | null;
  };
  'identity.scim_group': {
    group_id: number;
    connection_number: number;
    external_id: string | null;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  'identity.scim_secret': {
    id: Generated<string>;
    connection_number: number;
    secret_hash: Buffer;
    created_at: Date;
    ends_at: Date | null;
    last_used_at: Date | null;
  };
  'identity.scim_user': {
    connection_number: number;
    tenant_number: number;
    user_id: number;
    external_id: string | null;
    user_name: string;
    active: boolean;
    attributes: Json;
    made: boolean;
    created_at: Date;
    updated_at: Date;
  };
  'identity.second_factor': {
    user_id: number;
    email_since: Date | null;
    recovery_hash: Buffer | null;
    wrong_codes: Generated<number>;
    wrong_since: Date | null;
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
    viewed_user_id: number | null;
    viewed_tenant_number: number | null;
    view_reason: string | null;
    begun_in: string | null;
    factor_spared_in: Generated<string[]>;
    authenticated_at: Date | null;
    amr: Generated<string[]>;
    refreshes: Generated<number>;
    refreshed_at: Generated<Date[]>;
    sso_tenant_number: number | null;
    provider_proof_at: Date | null;
  };
  'identity.session_policy': {
    tenant_number: number;
    concurrent_active: boolean;
    max_sessions: number;
    idle_active: boolean;
    idle_seconds: number;
    life_active: boolean;
    life_seconds: number;
    updated_at: Date;
  };
  'identity.session_sample': {
    sampled_at: Date;
    tenant_number: number;
    count: number;
  };
  'identity.sign_in_name': {
    name: string;
    user_id: number;
  };
  'identity.signing_key': {
    id: string;
    public_jwk: Json;
    sealed_private: Buffer;
    created_at: Date;
    signs_from: Date;
    signs_until: Date;
    published_until: Date;
  };
  'identity.social_identity': {
    id: Generated<string>;
    provider: string;
    issuer: string;
    subject: string;
    user_id: number;
    shown_as: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  'identity.social_request': {
    state_hash: Buffer;
    provider: string;
    browser_hash: Buffer;
    user_id: number | null;
    session_id: string | null;
    invite_hash: Buffer | null;
    given_name: string | null;
    created_at: Date;
    expires_at: Date;
  };
  'identity.sso_config': {
    id: Generated<number>;
    uuid: Generated<string>;
    tenant_number: number;
    type: string;
    enabled: Generated<boolean>;
    sso_endpoint: Generated<string>;
    idp_entity_id: Generated<string>;
    public_certificate: Generated<string>;
    sign_request: Generated<boolean>;
    oidc_client_id: Generated<string>;
    oidc_secret: Buffer | null;
    verification: string;
    created_at: Date;
    updated_at: Date;
    slo_endpoint: Generated<string>;
    slo_answer_endpoint: Generated<string>;
    tested_at: Date | null;
    tested_by: number | null;
    test_fault: string | null;
    tested_settings: Buffer | null;
    enforced_at: Date | null;
    break_glass_user_id: number | null;
    groups_issuer: string | null;
    sso_binding: Generated<string>;
  };
  'identity.sso_config_role': {
    config_id: number;
    role_id: number;
  };
  'identity.sso_domain': {
    id: Generated<string>;
    config_id: number;
    domain: string;
    added_at: Date;
    validated_at: Date | null;
    checked_at: Date | null;
    missing_since: Date | null;
  };
  'identity.sso_group': {
    id: Generated<string>;
    config_id: number;
    name: string;
    added_at: Date;
  };
  'identity.sso_group_role': {
    group_id: string;
    role_id: number;
  };
  'identity.sso_identity': {
    tenant_number: number;
    issuer: string;
    subject: string;
    user_id: number;
    created_at: Date;
    last_used_at: Date;
    said_email: string | null;
    said_name: string | null;
  };
  'identity.sso_refused_subject': {
    id: Generated<string>;
    config_id: number;
    user_id: number;
    issuer: string;
    subject: string;
    email: string;
    name: string;
    refused_at: Date;
    expires_at: Date;
  };
  'identity.sso_request': {
    relay_hash: Buffer;
    config_id: number;
    request_id: string;
    browser_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    answer: Json;
    tested_by: number | null;
    tested_session: string | null;
    tested_settings: Buffer | null;
    afresh: Generated<boolean>;
    brought_hash: Buffer | null;
  };
  'identity.support_policy': {
    tenant_number: number;
    client_views: boolean;
    updated_at: Date;
  };
  'identity.tenant': {
    number: Generated<number>;
    id: Generated<string>;
    name: string;
    parent_number: number | null;
    status: Generated<string>;
    created_at: Generated<Date>;
    is_reseller: Generated<boolean>;
    deleted_at: Date | null;
    alias: string | null;
    sub_account_access: Generated<string>;
  };
  'identity.tenant_login_box': {
    tenant_number: number;
    said: Json;
    updated_at: Date;
  };
  'identity.tenant_settings': {
    tenant_number: number;
    address: string | null;
    timezone: string | null;
    date_format: string | null;
    time_format: string | null;
    currency: string | null;
    logo: string | null;
    website: string | null;
    application_url: string | null;
    updated_at: Date;
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
    password_breached_at: Date | null;
    breach_checked_at: Date | null;
    passkey_prompt_declined_at: Date | null;
    metadata: Generated<string>;
    erasure_asked_at: Date | null;
    erasure_names: string[] | null;
    address_before: string | null;
  };
  'identity.webauthn_challenge': {
    challenge_hash: Buffer;
    purpose: string;
    user_id: number | null;
    session_id: string | null;
    expires_at: Date;
    browser_hash: Buffer | null;
  };
  'identity.webauthn_factor': {
    id: Generated<string>;
    user_id: number;
    credential_id: Buffer;
    public_key: Buffer;
    counter: number;
    device_type: string;
    transports: Generated<string[]>;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
}
