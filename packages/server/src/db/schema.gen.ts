// Written by `npm run -w @ipoteka-office/server schema` from the migrated database; do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

/** ISO 8601 text in UTC when read; a Date may be written too. */
type Instant = ColumnType<string, Date | string, Date | string>
/** Written as JSON text. */
type Json = ColumnType<unknown, string, string>
/** Has a default. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export interface AccessEvent {
  id: GeneratedAlways<string>
  at: Generated<Instant>
  actor_id: number
  request_id: string | null
  action: string
  object_type: string
  row_count: number
  details: Json
}

export interface Application {
  id: Generated<number>
  number: string
  type: string
  client_name: string
  programme: string
  level_code: string
  status_code: string
  partner_id: number
  region_code: string
  received_at: Instant
  due_at: Instant
  closed_at: Instant | null
  approver_id: number | null
  assigned_at: Instant | null
  unassigned_reasons: Json | null
  intake_hash: Buffer | null
  version: Generated<number>
  search_text: GeneratedAlways<string>
}

export interface Approver {
  id: Generated<number>
  type: string
  employee_id: number
  partner_id: number
  full_name: string
  work_status: Generated<string>
  level_codes: Generated<string[]>
  status_codes: Generated<string[]>
  partner_ids: Generated<number[]>
  all_partners: Generated<boolean>
  region_codes: Generated<string[]>
  all_regions: Generated<boolean>
  shift_from: string | null
  shift_by: string | null
  max_open: number | null
  version: Generated<number>
  shift: GeneratedAlways<string>
  search_text: GeneratedAlways<string>
}

export interface ApproverWorkload {
  approver_id: number
  open_count: Generated<number>
  last_assigned_at: Instant | null
}

export interface Assignment {
  id: GeneratedAlways<string>
  application_id: number
  at: Generated<Instant>
  kind: string
  approver_id: number | null
  previous_approver_id: number | null
  rule: string | null
  considered: Generated<number>
  candidates: Generated<number>
  rejected: Generated<Json>
  actor_id: number | null
  request_id: string | null
}

export interface BackgroundTask {
  id: GeneratedAlways<number>
  employee_id: number
  kind: string
  title: string
  state: Generated<string>
  done: Generated<number>
  total: Generated<number>
  payload: Json
  result: Json | null
  error: string | null
  created_at: Generated<Instant>
  finished_at: Instant | null
}

export interface ChangeHistory {
  id: GeneratedAlways<string>
  at: Generated<Instant>
  object_type: string
  object_id: number
  action: string
  version: number | null
  actor_id: number | null
  request_id: string | null
  old_values: Json | null
  new_values: Json | null
  prev_hash: Buffer | null
  hash: Buffer
}

export interface Employee {
  id: Generated<number>
  partner_id: number
  last_name: string
  first_name: string
  middle_name: string | null
  job_title: Generated<string>
  login: string | null
  identity_id: string | null
  not_active: Generated<boolean>
  version: Generated<number>
  full_name: GeneratedAlways<string>
}

export interface EmployeeUserRole {
  employee_id: number
  user_role_id: number
}

export interface HistorySeal {
  id: GeneratedAlways<string>
  at: Generated<Instant>
  from_id: string
  to_id: string
  row_count: number
  hash: Buffer
}

export interface IdempotencyKey {
  actor_id: number
  endpoint: string
  key: string
  body_hash: Buffer
  status: number | null
  response: Json | null
  created_at: Generated<Instant>
}

export interface LiveEvent {
  id: GeneratedAlways<string>
  topic: string
  payload: Json
}

export interface Notification {
  id: GeneratedAlways<number>
  employee_id: number
  at: Generated<Instant>
  kind: string
  text: string
  link: string | null
  read_at: Instant | null
}

export interface Partner {
  id: Generated<number>
  short_name: string
  full_name: string
  inn: string
  parent_id: number | null
  ancestor_ids: Generated<number[]>
  roles: Generated<string[]>
  region_code: string | null
  not_active: Generated<boolean>
  version: Generated<number>
  search_text: GeneratedAlways<string>
}

export interface ReferenceItem {
  dictionary: string
  code: string
  name: string
  sort_order: Generated<number>
  active: Generated<boolean>
  attributes: Generated<Json>
}

export interface SavedView {
  id: GeneratedAlways<number>
  owner_id: number
  list_key: string
  name: string
  state: string
  shared: Generated<boolean>
  is_default: Generated<boolean>
  version: Generated<number>
}

export interface UserRole {
  id: Generated<number>
  code: string
  name: string
}

export interface UserRoleOperation {
  user_role_id: number
  object_type: string
  operation: string
}

export interface UserSetting {
  employee_id: number
  settings: Generated<Json>
}

export interface Workgroup {
  id: Generated<number>
  partner_id: number
  name: string
  head_id: number | null
  not_active: Generated<boolean>
}

export interface WorkgroupEmployee {
  workgroup_id: number
  employee_id: number
}

export interface IdentityAccount {
  id: string
  login: string
  name: string
  password_hash: string
  realm_roles: Generated<string[]>
  resource_roles: Generated<Json>
  enabled: Generated<boolean>
}

export interface IdentityArtefact {
  model: string
  id: string
  payload: Json
  grant_id: string | null
  user_code: string | null
  uid: string | null
  consumed_at: Instant | null
  expires_at: Instant | null
}

export interface IdentitySecret {
  name: string
  value: string
}

export interface IdentitySignInAttempt {
  key: string
  failures: number
  locked_until: Instant | null
  last_at: Generated<Instant>
}

export interface IdentitySigningKey {
  kid: string
  jwk: Json
  created_at: Generated<Instant>
}

export interface DB {
  access_event: AccessEvent
  application: Application
  approver: Approver
  approver_workload: ApproverWorkload
  assignment: Assignment
  background_task: BackgroundTask
  change_history: ChangeHistory
  employee: Employee
  employee_user_role: EmployeeUserRole
  history_seal: HistorySeal
  idempotency_key: IdempotencyKey
  live_event: LiveEvent
  notification: Notification
  partner: Partner
  reference_item: ReferenceItem
  saved_view: SavedView
  user_role: UserRole
  user_role_operation: UserRoleOperation
  user_setting: UserSetting
  workgroup: Workgroup
  workgroup_employee: WorkgroupEmployee
  'identity.account': IdentityAccount
  'identity.artefact': IdentityArtefact
  'identity.secret': IdentitySecret
  'identity.sign_in_attempt': IdentitySignInAttempt
  'identity.signing_key': IdentitySigningKey
}
