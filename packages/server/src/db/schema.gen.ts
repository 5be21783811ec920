// Written by `npm run -w @ipoteka-office/server schema` from the migrated database; do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

/** ISO 8601 text in UTC when read; a Date may be written too. */
type Instant = ColumnType<string, Date | string, Date | string>
/** Written as JSON text. */
type Json = ColumnType<unknown, string, string>
/** Has a default. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export interface AcceptedRisk {
  id: GeneratedAlways<number>
  check_id: number
  case_id: number
  state: string
  text: string
  reason: string
  valid_to: string | null
  taken_by: number
  taken_at: Instant
}

export interface AccessArchive {
  id: GeneratedAlways<number>
  from_at: Instant | null
  to_at: Instant
  row_count: string
  first_id: string | null
  last_id: string | null
  file_key: string
  size: string
  sha256: string
  made_at: Generated<Instant>
  hash: Buffer
}

export interface AccessEvent {
  id: Generated<string>
  at: Generated<Instant>
  actor_id: number
  request_id: string | null
  action: string
  object_type: string
  row_count: number
  details: Json
  object_id: number | null
  storage_id: string | null
}

export interface Accreditation {
  id: GeneratedAlways<number>
  partner_id: number
  partner_role_id: number
  type_code: string
  status: Generated<string>
  date_from: string
  date_to: string | null
  document_name: Generated<string>
  document_number: Generated<string>
  document_date: string | null
  comment: Generated<string>
  version: Generated<number>
}

export interface AddressAdmHierarchy {
  object_id: string
  id: string
  parent_object_id: string
  region_code: string | null
  update_date: string
  start_date: string
  end_date: string
  is_active: boolean
}

export interface AddressBeginning {
  id: number
  beginning: string
}

export interface AddressHead {
  key: number
  positions: number[]
}

export interface AddressHouse {
  object_id: string
  id: string
  object_guid: string
  house_num: string
  house_type: number | null
  add_num1: string | null
  add_type1: number | null
  add_num2: string | null
  add_type2: number | null
  number: string
  update_date: string
  start_date: string
  end_date: string
  is_active: boolean
}

export interface AddressHouseType {
  kind: string
  id: number
  name: string
  short_name: string
  is_active: Generated<boolean>
}

export interface AddressImport {
  id: GeneratedAlways<number>
  folder: string
  fingerprint: string
  started_at: Generated<Instant>
  finished_at: Instant | null
}

export interface AddressImportFile {
  import_id: number
  file: string
  byte_offset: Generated<string>
  line: Generated<string>
  records: Generated<string>
  taken: Generated<string>
  refused: Generated<string>
  done: Generated<boolean>
}

export interface AddressImportRefusal {
  id: GeneratedAlways<string>
  import_id: number
  file: string
  line: string
  record: string
  reason: string
}

export interface AddressMunHierarchy {
  object_id: string
  id: string
  parent_object_id: string
  oktmo: string | null
  update_date: string
  start_date: string
  end_date: string
  is_active: boolean
}

export interface AddressObject {
  id: string
  object_id: string
  object_guid: string
  name: string
  type_name: string
  level: number
  operation_type: number | null
  previous_id: string | null
  next_id: string | null
  update_date: string
  start_date: string
  end_date: string
  is_actual: boolean
  is_active: boolean
}

export interface AddressObjectType {
  id: number
  level: number
  name: string
  short_name: string
  start_date: Generated<string>
  end_date: Generated<string>
  is_active: Generated<boolean>
}

export interface AddressParameter {
  object_id: string
  type_id: number
  value: string
  id: string
  update_date: string
  start_date: string
  end_date: string
}

export interface AddressParameterType {
  id: number
  code: string
  name: string
}

export interface AddressSearch {
  pos: number
  object_id: string
  object_guid: string
  level: number
  type_name: string
  name: string
  path: number[]
  keys: number[]
}

export interface AddressState {
  only_row: Generated<boolean>
  source: string
  sample_hash: string | null
  built_at: Instant | null
}

export interface AddressWord {
  id: number
  word: string
  importance: number
}

export interface Application {
  id: Generated<number>
  number: string
  type: string
  client_name: string
  programme: string
  level_code: string
  outside_status: string | null
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
  programme_code: string | null
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

export interface ApproverRedistribution {
  id: GeneratedAlways<number>
  approver_id: number
  version: number
  at: Instant
  actor_id: number | null
  request_id: string | null
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
  comment: string | null
  redistribution_id: number | null
}

export interface AssignmentRun {
  id: GeneratedAlways<number>
  scope: string
  which: string
  state: Generated<string>
  set_id: number | null
  author_id: number
  created_at: Instant
  finished_at: Instant | null
  looked: Generated<number>
}

export interface AssignmentRunItem {
  run_id: number
  case_id: number
  from_id: number | null
  from_group: number | null
  to_id: number | null
  workgroup_id: number | null
  rule_name: string | null
  done: boolean | null
  answer: string | null
}

export interface AssignmentSet {
  id: GeneratedAlways<number>
  scope: string
  number: number
  state: Generated<string>
  content: Json
  author_id: number | null
  contributors: Generated<number[]>
  created_at: Instant
  saved_at: Instant
  test: Json | null
  tested_at: Instant | null
  comment: Generated<string>
  approver_id: number | null
  since: Instant | null
  until: Instant | null
  before_id: number | null
  version: Generated<number>
}

export interface AssignmentTurn {
  rule_id: number
  last_employee_id: number | null
  given: Generated<Json>
}

export interface AuthorityRetro {
  load_id: number
  asked_at: Instant
}

export interface AutoCheck {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number | null
  code: string
  state: Generated<string>
  text: Generated<string>
  requested_at: Instant
  answered_at: Instant | null
  valid_until: Instant | null
  attempts: Generated<number>
  stand_in: Generated<boolean>
  realty_id: number | null
  requested_by: number | null
  version: Generated<number>
}

export interface AutoCheckRun {
  id: GeneratedAlways<number>
  check_id: number
  case_id: number
  requested_by: number | null
  stage: string
  attempt: number
  at: Instant
  duration_ms: number
  state: string
  text: string
  stand_in: Generated<boolean>
  request: Json
  response: Json | null
}

export interface AutoCheckVerdict {
  id: GeneratedAlways<number>
  check_id: number
  case_id: number
  state: string
  text: string
  verdict: string
  comment: string
  said_by: number
  said_at: Instant
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

export interface BackupRun {
  id: GeneratedAlways<string>
  kind: string
  name: string
  state: Generated<string>
  started_at: Generated<Instant>
  finished_at: Instant | null
  until: Instant | null
  bytes: string | null
}

export interface BackupWarning {
  day: string
  told_at: Generated<Instant>
}

export interface Bank {
  bic: string
  name: string
  correspondent_account: string
  city: Generated<string>
  search_text: GeneratedAlways<string>
  left_on: string | null
}

export interface BankProfile {
  only_row: Generated<boolean>
  partner_id: number
  bic: string
  time_zone: string
  created_at: Generated<Instant>
}

export interface BlacklistAct {
  id: GeneratedAlways<number>
  kind: string
  made_at: Instant
  years: number
  entries: Json
}

export interface BlacklistAppeal {
  id: GeneratedAlways<number>
  number: string
  entry_id: number
  received_on: string
  due_on: string
  applicant: string
  claim: string
  registered_by: number
  registered_at: Instant
  outcome: string | null
  decided_by: number | null
  decided_at: Instant | null
  decision: Generated<string>
}

export interface BlacklistContent {
  entry_id: number
  number: number
  content: Json
}

export interface BlacklistEntry {
  id: Generated<number>
  kind: string
  state: Generated<string>
  level: string
  category: string
  source: string
  valid_from: string
  valid_to: string | null
  content_number: Generated<number>
  author_id: number
  approver_id: number | null
  approved_at: Instant | null
  contributors: number[]
  ended_on: string | null
  destroyed_at: Instant | null
  created_at: Generated<Instant>
  version: Generated<number>
  acting_level: GeneratedAlways<string | null>
}

export interface BlacklistHit {
  id: GeneratedAlways<number>
  entry_id: number
  case_id: number
  participant_id: number
  code: string
  exact: boolean
  score: number
  agreed: string[]
  against: string[]
  compared: Json
  entry_print: string
  given_print: string
  source: string
  found_at: Instant
  task_id: number | null
  gone_at: Instant | null
}

export interface BlacklistIdentity {
  entry_id: number
  title: string
  names: string
  birth_date: string | null
  numbers: Generated<string[]>
  search_text: GeneratedAlways<string>
}

export interface BlacklistMatchKey {
  kind: string
  value: string
  entry_id: number
}

export interface BlacklistOrigin {
  entry_id: number
  case_id: number
  verdict_id: number
}

export interface BlacklistRetro {
  entry_id: number
  asked_at: Instant
}

export interface BlacklistVerdict {
  id: GeneratedAlways<number>
  entry_id: number
  entry_print: string
  given_print: string
  hit_id: number
  verdict: string
  comment: string
  said_by: number
  said_at: Instant
}

export interface BureauNotice {
  id: GeneratedAlways<number>
  case_id: number
  decision_id: number
  participant_id: number
  bureau: string
  event: string
  consent_on: string | null
  state: Generated<string>
  queued_at: Instant
  ended_at: Instant | null
  attempts: Generated<number>
  receipt: string | null
  error: string | null
  stand_in: Generated<boolean>
}

export interface Calculation {
  id: GeneratedAlways<number>
  kind: string
  title: string
  comment: Generated<string>
  figures: Json
  method_version: string
  partner_id: number
  employee_id: number
  created_at: Generated<Instant>
  deleted_at: Instant | null
  version: Generated<number>
  search_text: GeneratedAlways<string>
}

export interface CalculationContent {
  calculation_id: number
  inputs: Json
  result: Json
}

export interface CalendarDay {
  id: GeneratedAlways<number>
  day: string
  kind: string
  comment: Generated<string>
  version: Generated<number>
  year: GeneratedAlways<number>
}

export interface CalendarYear {
  id: GeneratedAlways<number>
  year: number
  official: boolean
  version: Generated<number>
}

export interface CaseAssignment {
  id: GeneratedAlways<number>
  case_id: number
  at: Instant
  cause: string
  outcome: string
  scope: string
  set_id: number | null
  rule_id: number | null
  rule_name: string | null
  employee_id: number | null
  workgroup_id: number | null
  reason: string
  people: Generated<Json>
  passed: Generated<string[]>
  escalate_at: Instant | null
  escalate_to: number | null
  escalated_at: Instant | null
}

export interface CaseClock {
  case_id: number
  stage: string
  target_minutes: number | null
  spent_minutes: Generated<number>
  running_since: Instant | null
  due_at: Instant | null
  segments: Generated<Json>
}

export interface CaseComment {
  id: GeneratedAlways<number>
  case_id: number
  author_id: number
  at: Generated<Instant>
  text: string
  mentions: Generated<number[]>
  edited_at: Instant | null
  deleted_at: Instant | null
  version: Generated<number>
  internal: Generated<boolean>
}

export interface CaseCondition {
  id: GeneratedAlways<number>
  case_id: number
  decision_id: number
  template: string | null
  text: string
  category: string
  point: string
  owner: string
  clearer: string
  due_on: string | null
  documents: Generated<string[]>
  printed: boolean
  state: Generated<string>
  returns: Generated<number>
  answer: string | null
  answered_by: number | null
  answered_at: Instant | null
  papers: Generated<number[]>
  verdict: string | null
  task_id: number | null
  created_at: Instant
  version: Generated<number>
  shortens: Generated<boolean>
  reminded_for: string | null
  overdue_for: string | null
}

export interface CaseDecision {
  id: GeneratedAlways<number>
  case_id: number
  at: Instant
  author_id: number | null
  level: string
  outcome: string
  stage: string
  action: string
  amount: string | null
  term_months: number | null
  rate: string | null
  payment: string | null
  full_loan_cost: string | null
  debt_load_before: string | null
  debt_load: string | null
  loan_to_value: string | null
  exposure: string | null
  authority_id: number | null
  valid_to: string | null
  reasons: Generated<string[]>
  client_text: Generated<string>
  comment: Generated<string>
  deviations: Generated<string[]>
  snapshot: Generated<Json>
  handed_in_by: number | null
  request_id: string | null
  prev_hash: string | null
  hash: string
  conditions: Generated<Json>
}

export interface CaseFavourite {
  employee_id: number
  case_id: number
  added_at: Generated<Instant>
}

export interface CaseFile {
  id: Generated<number>
  type: string
  number: string
  partner_id: number
  region_code: string | null
  programme_code: string | null
  programme: string | null
  client_name: string
  person_id: number | null
  client_phone: string | null
  amount: string | null
  channel: string | null
  stage: string
  stage_since: Generated<Instant>
  due_at: Instant | null
  closed: Generated<boolean>
  archived_at: Instant | null
  responsible_id: number | null
  workgroup_id: number | null
  source_id: number | null
  created_at: Generated<Instant>
  created_by: number | null
  version: Generated<number>
  search_text: GeneratedAlways<string>
  client_categories: string[] | null
  engine_result: string | null
}

export interface CaseLink {
  case_id: number
  other_id: number
  created_at: Generated<Instant>
  created_by: number | null
}

export interface CaseManagerChange {
  id: GeneratedAlways<number>
  case_id: number
  at: Generated<Instant>
  actor_id: number | null
  from_id: number | null
  to_id: number | null
  workgroup_id: number | null
  comment: string | null
}

export interface CaseNumber {
  type: string
  year: number
  last: number
}

export interface CaseParticipant {
  id: Generated<number>
  case_id: number
  role: string
  person_id: number | null
  name: Generated<string>
  sort: number
  removed_at: Instant | null
  version: Generated<number>
}

export interface CasePrice {
  id: GeneratedAlways<number>
  case_id: number
  product_id: number
  version_id: number | null
  option_version_ids: Generated<number[]>
  promotion_version_ids: Generated<number[]>
  question: Json | null
  answer: Json | null
  rate: string | null
  at: Instant
  by_id: number | null
  replaced_at: Instant | null
}

export interface CaseRemark {
  id: GeneratedAlways<number>
  case_id: number
  section: string
  type_code: string
  text: string
  author_id: number
  at: Generated<Instant>
  state: Generated<string>
  answer: string | null
  answered_by: number | null
  answered_at: Instant | null
  closed_at: Instant | null
  closed_by: number | null
  version: Generated<number>
  document_id: number | null
}

export interface CaseSection {
  id: GeneratedAlways<number>
  case_id: number
  section: string
  participant_id: number | null
  data: Generated<Json>
  filled: Generated<number>
  needed: Generated<number>
  saved_at: Generated<Instant>
  saved_by: number | null
  version: Generated<number>
}

export interface CaseSectionSource {
  section_id: number
  version: number
  source: string
  document_id: number
}

export interface CaseStage {
  id: GeneratedAlways<string>
  case_id: number
  stage: string
  entered_at: Generated<Instant>
  left_at: Instant | null
  action: string | null
  actor_id: number | null
  reason: string | null
  comment: string | null
  request_id: string | null
}

export interface CaseTally {
  type: string
  stage: string
  archived: boolean
  partner_id: number
  region_code: string | null
  channel: string | null
  programme_code: string | null
  count: number
}

export interface CaseTallyChange {
  type: string
  stage: string
  archived: boolean
  partner_id: number
  region_code: string | null
  channel: string | null
  programme_code: string | null
  count: number
}

export interface CaseTask {
  id: Generated<number>
  case_id: number
  case_type: string
  partner_id: number
  stage: string | null
  title: string
  operation: string
  assignee_id: number | null
  workgroup_id: number | null
  handed_by: number | null
  state: Generated<string>
  priority: Generated<string>
  created_at: Generated<Instant>
  taken_at: Instant | null
  due_at: Instant | null
  follow_up_at: Instant | null
  completed_at: Instant | null
  outcome: string | null
  comment: string | null
  version: Generated<number>
  open: GeneratedAlways<boolean>
  barred_ids: Generated<number[]>
  kind: Generated<string>
  author_id: number | null
  details: string | null
  holds_moves: Generated<boolean>
}

export interface CaseTaskEvent {
  id: GeneratedAlways<string>
  task_id: number
  case_id: number
  at: Generated<Instant>
  kind: string
  actor_id: number | null
  assignee_id: number | null
  comment: string | null
}

export interface CaseTaskWatcher {
  task_id: number
  employee_id: number
}

export interface CaseTie {
  case_id: number
  participant_id: Generated<number>
  source: string
  kind: string
  value: string
  label: string
  role: string
}

export interface CaseTimer {
  case_id: number
  action: string
  fire_at: Instant
}

export interface CaseType {
  code: string
  owner_type: string
  owner_name: string
}

export interface CaseVisit {
  employee_id: number
  case_id: number
  at: Generated<Instant>
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
  owner_type: string | null
  owner_id: number | null
}

export interface ChangeRequest {
  id: GeneratedAlways<number>
  object_type: string
  object_id: number | null
  title: string
  payload: Json
  diff: Json
  base_version: number | null
  affected: Generated<number>
  maker_id: number
  created_at: Generated<Instant>
  status: Generated<string>
  checker_id: number | null
  decided_at: Instant | null
  comment: Generated<string>
  expires_at: Instant
  version: Generated<number>
  used_at: Instant | null
}

export interface CheckListVersion {
  id: GeneratedAlways<number>
  goal: string
  number: number
  state: Generated<string>
  valid_from: string | null
  content: Json
  comment: Generated<string>
  saved_by: number | null
  saved_at: Generated<Instant>
  published_by: number | null
  published_at: Instant | null
  version: Generated<number>
}

export interface CommitteeMinutes {
  id: GeneratedAlways<number>
  case_id: number
  stay: Instant
  year: number
  number: number
  approved: boolean
  at: Instant
  document_id: number | null
  outcome: string | null
}

export interface CommitteeOffer {
  id: GeneratedAlways<number>
  case_id: number
  stay: Instant
  author_id: number
  offers: Json
  comment: string
  at: Instant
}

export interface CommitteeRound {
  id: GeneratedAlways<number>
  case_id: number
  stay: Instant
  number: number
  closes: Instant
  opened_by: number
  reason: string
  at: Instant
}

export interface CommitteeVote {
  id: GeneratedAlways<number>
  case_id: number
  stay: Instant
  employee_id: number
  chairman: boolean
  vote: string
  terms: Generated<string>
  reasons: Generated<string[]>
  comment: string
  at: Instant
  offer_id: number | null
}

export interface ComplianceDecision {
  id: GeneratedAlways<number>
  hit_id: number
  case_id: number
  outcome: string
  comment: string
  decided_by: number
  decided_at: Instant
}

export interface ComplianceHit {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number | null
  source: string
  text: string
  request: Json
  response: Json
  print: string
  stand_in: Generated<boolean>
  found_at: Instant
  state: Generated<string>
  task_id: number | null
}

export interface Contact {
  id: GeneratedAlways<number>
  partner_id: number
  employee_id: number | null
  contact_type_id: number
  value: string
  main: Generated<boolean>
  not_used: Generated<boolean>
  comment: Generated<string>
  version: Generated<number>
}

export interface CreditReport {
  id: GeneratedAlways<number>
  bureau: string
  person_id: number | null
  case_id: number
  participant_id: number
  number: string
  report_date: string
  received_at: Instant
  content: Json
  unknown_tags: Generated<Json>
  encoding: string
  size: number
  sealed: Buffer
  sealed_for: string
  key_id: string
  stand_in: boolean
}

export interface CreditReportRequest {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number
  bureau: string
  requested_by: number | null
  reason: Generated<string>
  stage: string
  requested_at: Instant
  consent_on: string
  consent_to: string
  state: Generated<string>
  answered_at: Instant | null
  attempts: Generated<number>
  duration_ms: number | null
  error: string | null
  cost: Generated<string>
  report_id: number | null
  reused: Generated<boolean>
  stand_in: Generated<boolean>
}

export interface DecisionAuthority {
  id: GeneratedAlways<number>
  employee_id: number
  product: string
  regions: Generated<string[]>
  max_exposure: string | null
  max_loan_to_value: string | null
  max_debt_load: string | null
  deviations: Generated<string[]>
  valid_from: string
  valid_to: string | null
  created_at: Generated<Instant>
  change_request_id: number | null
  withdrawn_at: Instant | null
}

export interface DecisionFact {
  decision_id: number
  case_id: number
  at: Instant
  received_at: Instant
  minutes: number
  partner_id: number
  author_id: number | null
  returns: number
  score: number | null
  latest: boolean
  outcome: string
  level: string
  type: string
  programme_code: string | null
  region_code: string | null
  engine_advice: string | null
  score_advice: string | null
  against_engine: GeneratedAlways<boolean>
  against_score: GeneratedAlways<boolean>
  reasons: Generated<string[]>
}

export interface DecisionFactStage {
  decision_id: number
  at: Instant
  minutes: number
  stage: string
}

export interface DecisionRun {
  id: GeneratedAlways<number>
  case_id: number
  requested_by: number | null
  reason: Generated<string>
  stage: string
  requested_at: Instant
  state: Generated<string>
  answered_at: Instant | null
  attempts: Generated<number>
  duration_ms: number | null
  answer: Json | null
  error: string | null
  request: Json | null
  response: Json | null
  stand_in: Generated<boolean>
}

export interface Document {
  id: GeneratedAlways<number>
  owner_type: string
  owner_id: number
  type_code: string | null
  title: Generated<string>
  number: Generated<string>
  issued_on: string | null
  issuer: Generated<string>
  valid_to: string | null
  participant_role: string | null
  participant_name: Generated<string>
  source: Generated<string>
  status: Generated<string>
  reason: Generated<string>
  reviewed_at: Instant | null
  reviewed_by: number | null
  comment: Generated<string>
  sort: number
  deleted_at: Instant | null
  deleted_by: number | null
  removed_at: Instant | null
  created_at: Generated<Instant>
  created_by: number | null
  version: Generated<number>
  internal: Generated<boolean>
}

export interface DocumentFile {
  id: GeneratedAlways<number>
  document_id: number
  storage_id: string
  name: string
  rotation: Generated<number>
  sort: number
  replaces: string | null
  replaced_at: Instant | null
  version_number: Generated<number>
  split_from: string | null
  page_from: number | null
  page_to: number | null
  deleted_at: Instant | null
  created_at: Generated<Instant>
  created_by: number | null
  version: Generated<number>
}

export interface DocumentRule {
  id: GeneratedAlways<number>
  rule_type: string
  draft: Json | null
  draft_from: string | null
  draft_to: string | null
  draft_at: Instant | null
  draft_by: number | null
  deleted_at: Instant | null
  absent: Generated<string>
  delivered_key: string | null
  delivered: Json | null
  version: Generated<number>
}

export interface DocumentRuleRevision {
  id: GeneratedAlways<number>
  rule_id: number
  number: number
  content: Json
  valid_from: string
  valid_to: string | null
  comment: Generated<string>
  published_at: Generated<Instant>
  published_by: number | null
  withdrawn_at: Instant | null
}

export interface DocumentRuleSet {
  only_row: Generated<boolean>
  revision: Generated<number>
  delivery: Generated<string>
}

export interface DocumentSet {
  owner_type: string
  owner_id: number
  order_version: Generated<number>
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
  sex: string | null
  birth_date: string | null
  email: string | null
  phone: string | null
  head_id: number | null
  created_at: Generated<Instant>
  search_text: GeneratedAlways<string>
  partner_path: Generated<number[]>
}

export interface EmployeeAbsence {
  id: GeneratedAlways<number>
  employee_id: number
  deputy_id: number | null
  reason: string
  date_from: string
  date_to: string
  comment: Generated<string>
  cancelled_at: Instant | null
  started_at: Instant | null
  ended_at: Instant | null
  paused_approver_ids: Generated<number[]>
  version: Generated<number>
}

export interface EmployeeAccount {
  employee_id: number
  state: string
  link_id: string | null
  error: string | null
  requested_by: number | null
  updated_at: Generated<Instant>
  origin: string | null
  making_login: string | null
  quiet: Generated<boolean>
}

export interface EmployeeDocument {
  id: GeneratedAlways<number>
  employee_id: number
  kind: string
  type_code: string
  number: Generated<string>
  issued_on: string | null
  issuer: Generated<string>
  valid_to: string | null
  comment: Generated<string>
  file_id: string | null
  deleted_at: Instant | null
  version: Generated<number>
}

export interface EmployeeUserRole {
  employee_id: number
  user_role_id: number
  id: GeneratedAlways<number>
}

export interface EndedSession {
  key: string
  ended_at: Instant
  kept_until: Instant
}

export interface ExpiryWarning {
  object_type: string
  object_id: number
  date_to: string
  days_before: number
  warned_at: Generated<Instant>
}

export interface FeatureToggle {
  id: GeneratedAlways<number>
  key: string
  title: string
  description: Generated<string>
  owner: Generated<string>
  enabled: Generated<boolean>
  killed: Generated<boolean>
  rules: Generated<Json>
  expires_on: string | null
  version: Generated<number>
}

export interface FraudRun {
  id: GeneratedAlways<number>
  case_id: number
  at: Instant
  cause: string
  asked_by: number | null
  score: number
  band: string
  print: string
  signals: Json
}

export interface FraudVerdict {
  id: GeneratedAlways<number>
  case_id: number
  run_id: number
  verdict: string
  measures: Generated<string[]>
  words: string
  signals: Generated<string[]>
  said_by: number
  said_at: Instant
  replaces: number | null
}

export interface FullApplicationSending {
  id: GeneratedAlways<number>
  case_id: number
  at: Instant
  actor_id: number | null
  data: Json
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

export interface IndividualControl {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number
  cause: string
  cause_text: string
  started_at: Instant
  started_by: number | null
  answers: Generated<Json>
  saved_by: number | null
  saved_at: Instant | null
  signed_by: number | null
  signed_at: Instant | null
  document_id: number | null
  version: Generated<number>
  hits: Json | null
}

export interface InsuranceAgreement {
  id: GeneratedAlways<number>
  case_id: number
  type: string
  offer_id: number
  insurer_id: number | null
  state: Generated<string>
  debt: string
  least_sum: string
  risk: Json
  document_kind: Generated<string>
  number: Generated<string>
  signed_on: string | null
  starts_by: string | null
  valid_from: string | null
  valid_to: string | null
  sum: string | null
  premium: string | null
  instalments: Generated<number>
  beneficiary: Generated<string>
  paid_on: string | null
  input_mode: Generated<string>
  steps: Generated<Json>
  answer: Json | null
  asked: Generated<number>
  created_at: Instant
  created_by: number
  version: Generated<number>
  document_ids: Generated<number[]>
}

export interface InsuranceDistribution {
  id: GeneratedAlways<number>
  lending: string
  number: number
  title: string
  valid_from: string
  content: Json
  state: Generated<string>
  author_id: number
  contributors: number[]
  created_at: Instant
  approver_id: number | null
  approved_at: Instant | null
  version: Generated<number>
}

export interface InsuranceOffer {
  id: GeneratedAlways<number>
  case_id: number
  lending: string
  type: string
  region: string | null
  branch_ids: number[]
  product: string | null
  age: number | null
  object: string | null
  sum: string
  at: Instant
  distribution_id: number | null
  row_key: string | null
  insurer_id: number | null
  considered: Generated<Json>
  own_choice_id: number | null
}

export interface InsuranceSurcharge {
  id: GeneratedAlways<number>
  agreement_id: number
  case_id: number
  percent: string
  valid_from: string
  state: Generated<string>
  proposed_at: Instant
  decided_by: number | null
  decided_at: Instant | null
  comment: Generated<string>
  rate_before: string | null
  rate_after: string | null
  terms: Json | null
}

export interface InsuranceTally {
  distribution_id: number
  row_key: string
  insurer_id: number
  offered: number
  sum: string
  last_at: Instant | null
}

export interface InsuranceTariff {
  id: GeneratedAlways<number>
  insurer_id: number
  number: number
  file_name: string
  state: Generated<string>
  valid_from: string
  counts: Generated<Json>
  base_id: number | null
  made_by: number
  made_at: Instant
  decided_by: number | null
  decided_at: Instant | null
  version: Generated<number>
}

export interface InsuranceTariffLine {
  tariff_id: number
  n: number
  line: number | null
  kind: string
  type: string
  product: string | null
  age_from: number | null
  age_to: number | null
  sex: string | null
  occupation: string | null
  object: string | null
  built_from: number | null
  built_to: number | null
  material: string | null
  rate: string
  min_premium: string | null
  valid_from: string
  valid_to: string | null
  before: Json | null
}

export interface InsuranceWarning {
  agreement_id: number
  days_before: number
  at: Instant
}

export interface JobRetry {
  id: GeneratedAlways<number>
  job_id: string
  queue: string
  actor_id: number
  retried_at: Generated<Instant>
}

export interface Lead {
  id: number
  last_name: string
  first_name: string
  middle_name: Generated<string>
  sex: string | null
  birth_date: string | null
  passport: string | null
  phone: string | null
  email: string | null
  city: Generated<string>
  source_code: string | null
  comment: Generated<string>
  next_contact_at: Instant | null
  reminded_for: Instant | null
  version: Generated<number>
  name_key: GeneratedAlways<string>
  qr_code_id: number | null
  consent_at: Instant | null
}

export interface LeadContact {
  id: GeneratedAlways<number>
  lead_id: number
  at: Generated<Instant>
  author_id: number
  kind: string
  outcome: string
  comment: Generated<string>
  next_contact_at: Instant | null
  cancelled: Generated<boolean>
  version: Generated<number>
}

export interface LegalOpinion {
  id: GeneratedAlways<number>
  case_id: number
  object_id: number
  question: string
  requested_by: number
  requested_at: Instant
  task_id: number
  answers: Generated<Json>
  saved_by: number | null
  saved_at: Instant | null
  conclusion: string | null
  signed_by: number | null
  signed_at: Instant | null
  document_id: number | null
  withdrawn: string | null
  version: Generated<number>
}

export interface ListLoad {
  id: GeneratedAlways<number>
  target: string
  file_name: string
  file_key: string
  state: Generated<string>
  list_date: string | null
  counts: Generated<Json>
  reason: string | null
  made_by: number
  made_at: Instant
  approved_by: number | null
  approved_at: Instant | null
  task_id: Generated<number>
  base_id: number | null
}

export interface ListLoadRow {
  id: GeneratedAlways<number>
  load_id: number
  line: number | null
  kind: string
  list: string
  number: string | null
  title: string
  data: Generated<Json>
  notes: Generated<string[]>
}

export interface LiveEvent {
  id: GeneratedAlways<string>
  topic: string
  payload: Json
}

export interface LoanApplication {
  id: number
  signed_at: Instant | null
  cooling_hours: number | null
  exemption: string | null
  reason: Generated<string>
  release_at: Instant | null
  version: Generated<number>
}

export interface LoanIssue {
  case_id: number
  issued_on: string
  issued_month: GeneratedAlways<string>
  issued: string
}

export interface LoanMonth {
  load_id: number
  case_id: number
  month: string
  issued_on: string
  days: number
  issued: string
  balance: string
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

export interface NumberQuestion {
  id: GeneratedAlways<string>
  employee_id: number
  asked_at: Generated<Instant>
  asked: Buffer | null
}

export interface ObjectReview {
  id: GeneratedAlways<number>
  case_id: number
  object_id: number
  part: string
  list_id: number | null
  answers: Generated<Json>
  told: Json | null
  saved_by: number
  saved_at: Instant
  version: Generated<number>
}

export interface Operation {
  id: GeneratedAlways<number>
  object_type: string
  code: string
  descriptor: string
  builtin: Generated<boolean>
  version: Generated<number>
}

export interface OrganisationLoad {
  id: GeneratedAlways<number>
  what: string
  file_name: string
  state: Generated<string>
  counts: Generated<Json>
  reason: string | null
  made_by: number
  made_at: Instant
  applied_at: Instant | null
  task_id: number | null
}

export interface OrganisationLoadRow {
  load_id: number
  n: number
  line: number
  cells: Json
  kind: string | null
  title: Generated<string>
  notes: Generated<string[]>
  object_id: number | null
  issued_at: Instant | null
}

export interface PaperAnswer {
  id: GeneratedAlways<number>
  document_id: number
  storage_id: string
  participant_id: number
  differences: Json
  answer: string
  comment: Generated<string>
  answered_by: number
  answered_at: Generated<Instant>
}

export interface Parameter {
  id: GeneratedAlways<number>
  code: string
  version: Generated<number>
}

export interface ParameterValue {
  id: GeneratedAlways<number>
  parameter_id: number
  valid_from: string
  value: Json
  source: string
  reason: Generated<string>
  change_request_id: number | null
  delivered: Generated<boolean>
  withdrawn_at: Instant | null
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
  kpp: string | null
  ogrn: string | null
  okopf_code: string | null
  uid: Generated<string>
  branch_type_code: string | null
  business_profile_codes: Generated<string[]>
  company_group_code: string | null
  legal_address: Json | null
  actual_address: Json | null
  postal_address: Json | null
  tenancy_type_code: string | null
  tenant_type_code: string | null
  tenancy_to: string | null
  not_active_since: string | null
  created_at: Generated<Instant>
  search_text: GeneratedAlways<string>
  region_codes: Generated<string[]>
}

export interface PartnerAccount {
  id: GeneratedAlways<number>
  partner_id: number
  account: string
  bic: string
  purpose: Generated<string>
  main: Generated<boolean>
  not_used: Generated<boolean>
  version: Generated<number>
}

export interface PartnerDescription {
  id: GeneratedAlways<number>
  partner_id: number
  text: string
  author_id: number | null
  created_at: Generated<Instant>
  version: Generated<number>
}

export interface PartnerEvent {
  id: GeneratedAlways<number>
  partner_id: number
  event_code: string
  key: string | null
  text: string
  link: string | null
  at: Generated<Instant>
}

export interface PartnerLink {
  id: GeneratedAlways<number>
  partner_id: number
  linked_partner_id: number
  role_code: string
  date_from: string | null
  date_to: string | null
  comment: Generated<string>
  version: Generated<number>
}

export interface PartnerMessage {
  id: GeneratedAlways<number>
  partner_id: number
  event_id: number
  channel: string
  address: string
  subject: string
  text: string
  state: Generated<string>
  attempts: Generated<number>
  error: string | null
  sent_by: string | null
  created_at: Generated<Instant>
  sent_at: Instant | null
}

export interface PartnerNotification {
  id: GeneratedAlways<number>
  partner_id: number
  event_code: string
  channel: string
  address: Generated<string>
  employee_id: number | null
  not_used: Generated<boolean>
  version: Generated<number>
}

export interface PartnerRate {
  id: GeneratedAlways<number>
  partner_id: number
  rate_code: string
  value: string
  date_from: string
  date_to: string | null
  comment: Generated<string>
  version: Generated<number>
}

export interface PartnerReassignment {
  id: GeneratedAlways<number>
  partner_id: number
  to_partner_id: number
  type_code: string
  region_code: string | null
  employee_id: number | null
  to_employee_id: number | null
  date_from: string | null
  date_to: string | null
  comment: Generated<string>
  state: Generated<string>
  task_id: number | null
  error: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  started_at: Instant | null
  collected_at: Instant | null
  finished_at: Instant | null
  returned_at: Instant | null
}

export interface PartnerReassignmentItem {
  id: GeneratedAlways<number>
  reassignment_id: number
  object_type: string
  object_id: number
  title: string
  done: boolean | null
  reason: string | null
  returned: boolean | null
  return_reason: string | null
}

export interface PartnerRegion {
  id: GeneratedAlways<number>
  partner_id: number
  region_code: string
  comment: Generated<string>
  version: Generated<number>
}

export interface PartnerRole {
  id: GeneratedAlways<number>
  partner_id: number
  role_code: string
  not_active: Generated<boolean>
  comment: Generated<string>
  version: Generated<number>
}

export interface PassportUnit {
  code: string
  name: string
  origin: Generated<string>
  search_text: GeneratedAlways<string>
}

export interface PaymentLoad {
  id: GeneratedAlways<number>
  file_name: string
  file_key: string | null
  state: Generated<string>
  counts: Generated<Json>
  months: Generated<Json>
  reason: string | null
  made_by: number
  made_at: Instant
  applied_by: number | null
  applied_at: Instant | null
  task_id: number | null
  base_id: number | null
}

export interface PaymentLoadRow {
  load_id: number
  n: number
  line: number | null
  kind: string
  case_id: number | null
  issued_on: string | null
  month: string | null
  days: number | null
  issued: string | null
  balance: string | null
  number: string
  notes: Generated<string[]>
}

export interface PaymentMonth {
  month: string
  load_id: number
  replaced_by: number | null
  loans: number
}

export interface Person {
  id: Generated<number>
  last_name: string
  first_name: string
  middle_name: Generated<string>
  sex: string | null
  birth_date: string | null
  passport: string | null
  phone: string | null
  email: string | null
  inn: string | null
  snils: string | null
  created_at: Generated<Instant>
  created_by: number | null
  version: Generated<number>
  full_name: GeneratedAlways<string>
  partner_id: number
  past_passports: Generated<string[]>
}

export interface PreDecision {
  id: GeneratedAlways<number>
  application_id: number
  requested_at: Generated<Instant>
  requested_by: number | null
  state: Generated<string>
  attempts: Generated<number>
  answered_at: Instant | null
  source: string | null
  answer: Json | null
  error: string | null
}

export interface Procuracy {
  id: GeneratedAlways<number>
  employee_id: number
  number: string
  date_from: string
  date_to: string
  scope: string
  issuer: Generated<string>
  notary: Generated<string>
  revoked_on: string | null
  file_id: string | null
  deleted_at: Instant | null
  version: Generated<number>
}

export interface Product {
  id: GeneratedAlways<number>
  kind: string
  lending: string
  code: string
  type_code: string
  department: string
  owner_id: number
  created_at: Instant
  version: Generated<number>
}

export interface ProductCaseTally {
  product_id: number
  partner_id: number
  count: number
}

export interface ProductCaseTallyChange {
  product_id: number
  partner_id: number
  count: number
}

export interface ProductComment {
  id: GeneratedAlways<number>
  product_id: number
  number: number
  author_id: number
  at: Instant
  text: string
}

export interface ProductImpact {
  id: GeneratedAlways<number>
  product_id: number
  version_id: number
  content_version: number
  author_id: number
  task_id: number | null
  started_at: Instant
  finished_at: Instant | null
  total: number
  looked: Generated<number>
  figures: Generated<Json>
}

export interface ProductImpactCase {
  impact_id: number
  case_id: number
  direction: string
  amount: string | null
  rate_before: string | null
  rate_after: string | null
  points: Generated<string>
  reason: string | null
}

export interface ProductVersion {
  id: GeneratedAlways<number>
  product_id: number
  number: number
  state: Generated<string>
  content: Json
  name: string
  search_text: string
  rate_from: string | null
  rate_to: string | null
  over_key: Generated<boolean>
  points: string | null
  partner_ids: Generated<number[]>
  region_codes: Generated<string[]>
  valid_from: string | null
  valid_to: string | null
  in_force: string | null
  author_id: number
  contributors: number[]
  created_at: Instant
  changed_at: Instant
  sent_by: number | null
  sent_at: Instant | null
  approved_by: number | null
  approved_at: Instant | null
  released_by: number | null
  released_at: Instant | null
  version: Generated<number>
  asks: Generated<Json>
  qr_code: string | null
  old_terms_days: Generated<number>
  partner_profiles: Generated<string[]>
}

export interface PromotionPlace {
  id: GeneratedAlways<number>
  product_id: number
  case_id: number
  amount: string
  state: Generated<string>
  at: Instant
  changed_at: Instant
}

export interface QrCode {
  id: GeneratedAlways<number>
  short_code: string
  partner_id: number
  employee_id: number | null
  partner_type_code: string
  product_code: string
  campaign: Generated<string>
  valid_to: string | null
  not_active: Generated<boolean>
  created_by: number
  created_at: Generated<Instant>
  scan_count: Generated<number>
  last_scan_at: Instant | null
  version: Generated<number>
}

export interface QrScan {
  id: GeneratedAlways<string>
  qr_code_id: number
  at: Generated<Instant>
  device: string
}

export interface QualityCheck {
  id: GeneratedAlways<number>
  sample_id: number
  case_id: number
  decision_id: number
  subject_id: number | null
  barred_ids: number[]
  state: Generated<string>
  checker_id: number | null
  answers: Generated<Json>
  score: number | null
  grade: string | null
  critical: Generated<number>
  major: Generated<number>
  minor: Generated<number>
  comment: Generated<string>
  graded_at: Instant | null
  dispute: string | null
  disputed_at: Instant | null
  answer: string | null
  answered_by: number | null
  answered_at: Instant | null
  version: Generated<number>
  task_id: number | null
}

export interface QualityChecklist {
  id: GeneratedAlways<number>
  number: number
  questions: Json
  author_id: number
  created_at: Instant
}

export interface QualitySample {
  id: GeneratedAlways<number>
  drawn_at: Instant
  drawn_by: number
  rule: string
  from_day: string
  to_day: string
  seed: string
  size: number
  population: number
  last_decision_id: number
  checklist_id: number
}

export interface RateCap {
  id: GeneratedAlways<number>
  product: string
  programme: string | null
  partner_id: number | null
  rate: string
  valid_from: string
  valid_to: string | null
  ground: string
  change_request_id: number | null
  created_at: Generated<Instant>
  withdrawn_at: Instant | null
}

export interface RateLimit {
  id: GeneratedAlways<number>
  quarter: string
  category: string
  average: string
  value: string
  applies: boolean
  ground: string | null
  published_on: string
  source: string
  change_request_id: number | null
  created_at: Generated<Instant>
  replaced_at: Instant | null
}

export interface RealtyObject {
  id: Generated<number>
  case_id: number
  role: string
  type_code: string
  number_type: string
  number: Generated<string>
  address: Json | null
  region_code: string | null
  area: string | null
  price: string | null
  right_kind: string | null
  ownership: string | null
  owners: Generated<Json>
  extract_date: string | null
  encumbrances: Generated<Json>
  appraisals: Generated<Json>
  building: Generated<Json>
  comment: Generated<string>
  appraised_on: string | null
  market_value: string | null
  removed_at: Instant | null
  created_at: Generated<Instant>
  created_by: number | null
  saved_at: Generated<Instant>
  saved_by: number | null
  version: Generated<number>
  cadastral_number: GeneratedAlways<string | null>
  price_per_metre: GeneratedAlways<string | null>
  live_encumbrances: GeneratedAlways<number>
  search_text: GeneratedAlways<string>
}

export interface Recognition {
  id: GeneratedAlways<string>
  storage_id: string
  sha256: string
  kind: string
  result: Json
  engine: string
  duration_ms: number
  created_by: number
  created_at: Generated<Instant>
}

export interface RecordMove {
  id: GeneratedAlways<number>
  object_type: string
  object_id: number
  part: Generated<number>
  from_state: string
  to_state: string
  action: string
  at: Instant
  actor_id: number | null
  request_id: string | null
  reason: string | null
  comment: string | null
}

export interface ReferenceClient {
  id: GeneratedAlways<number>
  lending: string
  place: number
  name: string
  about: string
  question: Json
}

export interface ReferenceDelivery {
  only_row: Generated<boolean>
  hash: string
}

export interface ReferenceDictionary {
  id: GeneratedAlways<number>
  code: string
  title: string
  kind: Generated<string>
  attributes: Generated<Json>
  hierarchical: Generated<boolean>
  description: Generated<string>
  revision: Generated<number>
  delivered: Json | null
  version: Generated<number>
}

export interface ReferenceImport {
  id: GeneratedAlways<number>
  dictionary_id: number
  employee_id: number
  task_id: number
  file_name: string
  file_key: string
  missing: string
  state: Generated<string>
  columns: Generated<string[]>
  revision: number | null
  counts: Generated<Json>
  reason: string | null
  created_at: Generated<Instant>
  applied_at: Instant | null
}

export interface ReferenceImportRow {
  import_id: number
  n: number
  line: number | null
  kind: Generated<string>
  code: string
  name: string
  sort_order: number | null
  active: Generated<boolean>
  valid_from: string | null
  valid_to: string | null
  parent_code: string | null
  attributes: Generated<Json>
  errors: Generated<string[]>
}

export interface ReferenceItem {
  dictionary: string
  code: string
  name: string
  sort_order: Generated<number>
  active: Generated<boolean>
  attributes: Generated<Json>
  dictionary_id: number
  id: GeneratedAlways<number>
  valid_from: string | null
  valid_to: string | null
  parent_code: string | null
  delivered: Json | null
  version: Generated<number>
  search_text: GeneratedAlways<string>
}

export interface RequestedDocument {
  remark_id: number
  case_id: number
  document_code: string
  participant_id: number | null
  words: string
}

export interface SaveMark {
  id: GeneratedAlways<string>
  case_id: number
  section: string
  employee_id: number
  at: Instant
  device: string | null
  address: string | null
}

export interface SavedView {
  id: GeneratedAlways<number>
  owner_id: number | null
  list_key: string
  name: string
  state: string
  shared: Generated<boolean>
  is_default: Generated<boolean>
  version: Generated<number>
}

export interface ScorecardRun {
  id: GeneratedAlways<number>
  case_id: number
  version_id: number
  score: number
  at: Instant
  requested_by: number | null
  role: string
  advice: string
  stage: string
  facts: Json
}

export interface ScorecardVersion {
  id: GeneratedAlways<number>
  number: number
  title: string
  content: Json
  state: Generated<string>
  author_id: number
  contributors: number[]
  created_at: Instant
  approver_id: number | null
  since: Instant | null
  until: Instant | null
  version: Generated<number>
}

export interface SelfBanCheck {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number
  state: Generated<string>
  requested_at: Instant
  requested_by: number | null
  answered_at: Instant | null
  valid_until: Instant | null
  attempts: Generated<number>
  bureaus: Generated<Json>
  stand_in: Generated<boolean>
}

export interface ServiceAnswer {
  service: string
  succeeded_at: Instant | null
  failed_at: Instant | null
  failure: string | null
}

export interface ServiceCertificate {
  place: string
  uses: string[]
  ends_at: Instant | null
  failure: string | null
  checked_at: Instant
}

export interface ShortApplication {
  id: number
  goal_code: string | null
  object_price: string | null
  down_payment: string | null
  months: number | null
  rate: string | null
  last_name: string
  first_name: string
  middle_name: Generated<string>
  sex: string | null
  birth_date: string | null
  passport: string | null
  phone: string | null
  email: string | null
  passport_issued_on: string | null
  passport_unit_code: string | null
  passport_issuer: Generated<string>
  birth_place: Generated<string>
  address: Json | null
  income: string | null
  obligations: string | null
  employer_name: Generated<string>
  employer_inn: string | null
  salary_bank: Generated<string>
  salary_bank_bic: string | null
  source_code: string | null
  initial_source_code: string | null
  co_borrowers: Generated<Json>
  comment: Generated<string>
  confirmed_duplicates: Generated<number[]>
  version: Generated<number>
  name_key: GeneratedAlways<string>
  object_type_code: string | null
  life_insurance: boolean | null
  electronic_registration: boolean | null
  income_verification: string | null
  salary_client: boolean | null
}

export interface ShortConsent {
  id: GeneratedAlways<number>
  application_id: number
  kind: string
  co_borrower_key: string | null
  template_code: string
  signature: string
  signed_on: string
  valid_to: string | null
  revoked_on: string | null
  document_id: number | null
  version: Generated<number>
}

export interface StopDispute {
  id: GeneratedAlways<number>
  run_id: number
  case_id: number
  factor: string
  value: string
  comment: string
  documents: Generated<number[]>
  disputed_by: number
  disputed_at: Instant
  task_id: number
  outcome: string | null
  answer: string | null
  decided_by: number | null
  decided_at: Instant | null
}

export interface StoredObject {
  id: Generated<string>
  key: string
  name: string
  content_type: string
  size: string
  sha256: string
  owner_type: string
  owner_id: number
  created_by: number | null
  created_at: Generated<Instant>
  source_sha256: string
  pages: number | null
  width: number | null
  height: number | null
  warnings: Generated<string[]>
  scanned_at: Instant | null
  missing_since: Instant | null
  origin: Json | null
}

export interface SubjectDecision {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number | null
  realty_id: number | null
  at: Instant
  author_id: number | null
  level: string
  stage: string
  code: string
  reasons: Generated<string[]>
  comment: Generated<string>
  facts: Json
  figures: Generated<Json>
  request_id: string | null
  prev_hash: string | null
  hash: string
}

export interface SystemProcess {
  id: string
  host: string
  pid: number
  version: string
  node: string
  started_at: Instant
  seen_at: Instant
  role: Generated<string>
  clock_offset_ms: Generated<number>
}

export interface TakenLogoutToken {
  jti: string
  kept_until: Instant
}

export interface UnderwritingCall {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number
  called: string
  phone: Generated<string>
  number_source: string
  spoke_with: Generated<string>
  result: string
  said: Generated<string>
  corrects_id: number | null
  called_by: number
  called_at: Instant
  reason: Generated<string>
  written_by: number
  written_at: Generated<Instant>
}

export interface UnderwritingIncome {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number
  account: Generated<Json>
  excluded: Generated<Json>
  saved_by: number
  saved_at: Instant
  version: Generated<number>
}

export interface UnderwritingObligation {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number
  key: string
  own: Json | null
  state: string | null
  source: string | null
  payment: string | null
  reason: string | null
  words: Generated<string>
  document_id: number | null
  seen: Generated<string>
  saved_by: number
  saved_at: Instant
  version: Generated<number>
}

export interface UnderwritingWorksheet {
  id: GeneratedAlways<number>
  case_id: number
  participant_id: number
  field: string
  taken: Generated<Json>
  source: string | null
  reason: string | null
  words: Generated<string>
  deviation: Generated<boolean>
  seen: Generated<string>
  taken_by: number
  taken_at: Instant
  version: Generated<number>
}

export interface Upload {
  uid: Generated<string>
  owner_type: string
  owner_id: number
  created_by: number
  created_at: Generated<Instant>
  touched_at: Generated<Instant>
}

export interface UploadChunk {
  item_id: number
  at: string
  size: number
  key: string
}

export interface UploadItem {
  id: GeneratedAlways<number>
  upload_uid: string
  name: string
  size: string
  type_code: string | null
  document_id: number | null
  state: Generated<string>
  received: Generated<string>
  keep_duplicate: Generated<boolean>
  reason: string | null
  warnings: Generated<string[]>
  result_document_id: number | null
  storage_id: string | null
  same: Json | null
}

export interface UserRole {
  id: Generated<number>
  code: string
  name: string
  description: Generated<string>
  is_disabled: Generated<boolean>
  version: Generated<number>
  partner_may_give: Generated<boolean>
  partner_may_give_by: number | null
  partner_may_give_at: Instant | null
}

export interface UserRoleOperation {
  user_role_id: number
  object_type: string
  operation: string
  id: GeneratedAlways<number>
}

export interface UserSession {
  id: GeneratedAlways<number>
  sid: string
  employee_id: number
  sub: string
  device: string
  address: string
  started_at: Generated<Instant>
  last_seen_at: Generated<Instant>
  ended_at: Instant | null
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
  description: Generated<string>
  version: Generated<number>
  daily_plan: number | null
}

export interface WorkgroupEmployee {
  workgroup_id: number
  employee_id: number
  id: GeneratedAlways<number>
}

export interface WorkgroupHelp {
  id: GeneratedAlways<number>
  workgroup_id: number
  employee_id: number
  started_at: Instant
  until: Instant
  reason: string
  given_by: number
}

export interface WorkgroupRole {
  id: Generated<number>
  name: string
  partner_role_code: string | null
  description: Generated<string>
  is_disabled: Generated<boolean>
  version: Generated<number>
}

export interface WorkgroupRoleOfGroup {
  id: GeneratedAlways<number>
  workgroup_id: number
  workgroup_role_id: number
}

export interface WorkgroupRoleOperation {
  id: GeneratedAlways<number>
  workgroup_role_id: number
  process: string
  operation: string
}

export interface WorkgroupUserRole {
  id: GeneratedAlways<number>
  workgroup_id: number
  user_role_id: number
}

export interface IdentityAccount {
  id: string
  login: string
  name: string
  password_hash: string
  realm_roles: Generated<string[]>
  resource_roles: Generated<Json>
  enabled: Generated<boolean>
  must_change_password: Generated<boolean>
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
  accepted_risk: AcceptedRisk
  access_archive: AccessArchive
  access_event: AccessEvent
  accreditation: Accreditation
  address_adm_hierarchy: AddressAdmHierarchy
  address_beginning: AddressBeginning
  address_head: AddressHead
  address_house: AddressHouse
  address_house_type: AddressHouseType
  address_import: AddressImport
  address_import_file: AddressImportFile
  address_import_refusal: AddressImportRefusal
  address_mun_hierarchy: AddressMunHierarchy
  address_object: AddressObject
  address_object_type: AddressObjectType
  address_parameter: AddressParameter
  address_parameter_type: AddressParameterType
  address_search: AddressSearch
  address_state: AddressState
  address_word: AddressWord
  application: Application
  approver: Approver
  approver_redistribution: ApproverRedistribution
  approver_workload: ApproverWorkload
  assignment: Assignment
  assignment_run: AssignmentRun
  assignment_run_item: AssignmentRunItem
  assignment_set: AssignmentSet
  assignment_turn: AssignmentTurn
  authority_retro: AuthorityRetro
  auto_check: AutoCheck
  auto_check_run: AutoCheckRun
  auto_check_verdict: AutoCheckVerdict
  background_task: BackgroundTask
  backup_run: BackupRun
  backup_warning: BackupWarning
  bank: Bank
  bank_profile: BankProfile
  blacklist_act: BlacklistAct
  blacklist_appeal: BlacklistAppeal
  blacklist_content: BlacklistContent
  blacklist_entry: BlacklistEntry
  blacklist_hit: BlacklistHit
  blacklist_identity: BlacklistIdentity
  blacklist_match_key: BlacklistMatchKey
  blacklist_origin: BlacklistOrigin
  blacklist_retro: BlacklistRetro
  blacklist_verdict: BlacklistVerdict
  bureau_notice: BureauNotice
  calculation: Calculation
  calculation_content: CalculationContent
  calendar_day: CalendarDay
  calendar_year: CalendarYear
  case_assignment: CaseAssignment
  case_clock: CaseClock
  case_comment: CaseComment
  case_condition: CaseCondition
  case_decision: CaseDecision
  case_favourite: CaseFavourite
  case_file: CaseFile
  case_link: CaseLink
  case_manager_change: CaseManagerChange
  case_number: CaseNumber
  case_participant: CaseParticipant
  case_price: CasePrice
  case_remark: CaseRemark
  case_section: CaseSection
  case_section_source: CaseSectionSource
  case_stage: CaseStage
  case_tally: CaseTally
  case_tally_change: CaseTallyChange
  case_task: CaseTask
  case_task_event: CaseTaskEvent
  case_task_watcher: CaseTaskWatcher
  case_tie: CaseTie
  case_timer: CaseTimer
  case_type: CaseType
  case_visit: CaseVisit
  change_history: ChangeHistory
  change_request: ChangeRequest
  check_list_version: CheckListVersion
  committee_minutes: CommitteeMinutes
  committee_offer: CommitteeOffer
  committee_round: CommitteeRound
  committee_vote: CommitteeVote
  compliance_decision: ComplianceDecision
  compliance_hit: ComplianceHit
  contact: Contact
  credit_report: CreditReport
  credit_report_request: CreditReportRequest
  decision_authority: DecisionAuthority
  decision_fact: DecisionFact
  decision_fact_stage: DecisionFactStage
  decision_run: DecisionRun
  document: Document
  document_file: DocumentFile
  document_rule: DocumentRule
  document_rule_revision: DocumentRuleRevision
  document_rule_set: DocumentRuleSet
  document_set: DocumentSet
  employee: Employee
  employee_absence: EmployeeAbsence
  employee_account: EmployeeAccount
  employee_document: EmployeeDocument
  employee_user_role: EmployeeUserRole
  ended_session: EndedSession
  expiry_warning: ExpiryWarning
  feature_toggle: FeatureToggle
  fraud_run: FraudRun
  fraud_verdict: FraudVerdict
  full_application_sending: FullApplicationSending
  history_seal: HistorySeal
  idempotency_key: IdempotencyKey
  individual_control: IndividualControl
  insurance_agreement: InsuranceAgreement
  insurance_distribution: InsuranceDistribution
  insurance_offer: InsuranceOffer
  insurance_surcharge: InsuranceSurcharge
  insurance_tally: InsuranceTally
  insurance_tariff: InsuranceTariff
  insurance_tariff_line: InsuranceTariffLine
  insurance_warning: InsuranceWarning
  job_retry: JobRetry
  lead: Lead
  lead_contact: LeadContact
  legal_opinion: LegalOpinion
  list_load: ListLoad
  list_load_row: ListLoadRow
  live_event: LiveEvent
  loan_application: LoanApplication
  loan_issue: LoanIssue
  loan_month: LoanMonth
  notification: Notification
  number_question: NumberQuestion
  object_review: ObjectReview
  operation: Operation
  organisation_load: OrganisationLoad
  organisation_load_row: OrganisationLoadRow
  paper_answer: PaperAnswer
  parameter: Parameter
  parameter_value: ParameterValue
  partner: Partner
  partner_account: PartnerAccount
  partner_description: PartnerDescription
  partner_event: PartnerEvent
  partner_link: PartnerLink
  partner_message: PartnerMessage
  partner_notification: PartnerNotification
  partner_rate: PartnerRate
  partner_reassignment: PartnerReassignment
  partner_reassignment_item: PartnerReassignmentItem
  partner_region: PartnerRegion
  partner_role: PartnerRole
  passport_unit: PassportUnit
  payment_load: PaymentLoad
  payment_load_row: PaymentLoadRow
  payment_month: PaymentMonth
  person: Person
  pre_decision: PreDecision
  procuracy: Procuracy
  product: Product
  product_case_tally: ProductCaseTally
  product_case_tally_change: ProductCaseTallyChange
  product_comment: ProductComment
  product_impact: ProductImpact
  product_impact_case: ProductImpactCase
  product_version: ProductVersion
  promotion_place: PromotionPlace
  qr_code: QrCode
  qr_scan: QrScan
  quality_check: QualityCheck
  quality_checklist: QualityChecklist
  quality_sample: QualitySample
  rate_cap: RateCap
  rate_limit: RateLimit
  realty_object: RealtyObject
  recognition: Recognition
  record_move: RecordMove
  reference_client: ReferenceClient
  reference_delivery: ReferenceDelivery
  reference_dictionary: ReferenceDictionary
  reference_import: ReferenceImport
  reference_import_row: ReferenceImportRow
  reference_item: ReferenceItem
  requested_document: RequestedDocument
  save_mark: SaveMark
  saved_view: SavedView
  scorecard_run: ScorecardRun
  scorecard_version: ScorecardVersion
  self_ban_check: SelfBanCheck
  service_answer: ServiceAnswer
  service_certificate: ServiceCertificate
  short_application: ShortApplication
  short_consent: ShortConsent
  stop_dispute: StopDispute
  stored_object: StoredObject
  subject_decision: SubjectDecision
  system_process: SystemProcess
  taken_logout_token: TakenLogoutToken
  underwriting_call: UnderwritingCall
  underwriting_income: UnderwritingIncome
  underwriting_obligation: UnderwritingObligation
  underwriting_worksheet: UnderwritingWorksheet
  upload: Upload
  upload_chunk: UploadChunk
  upload_item: UploadItem
  user_role: UserRole
  user_role_operation: UserRoleOperation
  user_session: UserSession
  user_setting: UserSetting
  workgroup: Workgroup
  workgroup_employee: WorkgroupEmployee
  workgroup_help: WorkgroupHelp
  workgroup_role: WorkgroupRole
  workgroup_role_of_group: WorkgroupRoleOfGroup
  workgroup_role_operation: WorkgroupRoleOperation
  workgroup_user_role: WorkgroupUserRole
  'identity.account': IdentityAccount
  'identity.artefact': IdentityArtefact
  'identity.secret': IdentitySecret
  'identity.sign_in_attempt': IdentitySignInAttempt
  'identity.signing_key': IdentitySigningKey
}
