import {
  type Consent,
  type ConsentKind,
  type ConsentFigures,
  consentValidity,
  consentKinds,
  requiredConsents,
  type ShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'

/** What the machine's conditions look at. */
export type Filled = Pick<
  ShortApplication,
  | 'programmeCode'
  | 'amount'
  | 'months'
  | 'regionCode'
  | 'phone'
  | 'birthDate'
  | 'passport'
  | 'passportIssuedOn'
  | 'passportUnitCode'
  | 'passportIssuer'
>

type Wanted = readonly [field: keyof Filled, name: string]
const forSending: readonly Wanted[] = [
  ['phone', 'телефон'],
  ['programmeCode', 'программу'],
  ['amount', 'сумму'],
  ['months', 'срок'],
  ['regionCode', 'регион'],
]
const forConversion: readonly Wanted[] = [
  ['birthDate', 'дату рождения'],
  ['passport', 'серию и номер паспорта'],
  ['passportIssuedOn', 'дату выдачи паспорта'],
  ['passportUnitCode', 'код подразделения'],
  ['passportIssuer', 'кем выдан паспорт'],
]

function missing(app: Filled, wanted: readonly Wanted[]): string | null {
  const names = wanted.filter(([field]) => app[field] === null || app[field] === '').map(([, name]) => name)
  return names.length === 0 ? null : `Укажите ${names.join(', ')}`
}

/** Why an application cannot be sent yet; null when nothing is missing. */
export const gapOfSending = (app: Filled): string | null => missing(app, forSending)
/** Why a full application cannot be made of it yet. */
export const gapOfConversion = (app: Filled): string | null => missing(app, forConversion)

/** The last day of a consent: as named, else by its kind. */
export function endOfConsent(
  { kind, signedOn, validTo }: Pick<Consent, 'kind' | 'signedOn' | 'validTo'>,
  figures: ConsentFigures,
): string | null {
  if (validTo !== null || kind === 'PERSONAL_DATA' || kind === 'ADVERTISING') return validTo
  const days = figures[consentValidity[kind]]
  return Temporal.PlainDate.from(signedOn).add({ days }).toString()
}

/** Neither revoked nor over on the day. */
export const isInForce = (
  { signedOn, validTo, revokedOn }: Pick<Consent, 'signedOn' | 'validTo' | 'revokedOn'>,
  today: string,
): boolean =>
  signedOn <= today && (validTo === null || validTo >= today) && (revokedOn === null || revokedOn > today)

/** Who has not given a consent of the kind: the client first, then the co-borrowers by name. */
export function withoutConsent(
  kind: ConsentKind,
  consents: readonly Pick<Consent, 'kind' | 'coBorrowerKey' | 'inForce'>[],
  coBorrowers: readonly { readonly key: string; readonly lastName: string; readonly firstName: string }[],
): string[] {
  const has = (key: string | null) =>
    consents.some((c) => c.kind === kind && c.coBorrowerKey === key && c.inForce)
  return [
    ...(has(null) ? [] : ['клиента']),
    ...coBorrowers.filter(({ key }) => !has(key)).map((c) => `${c.lastName} ${c.firstName}`),
  ]
}

/** Why the consents do not let the application go on; null when they do. */
export function gapOfConsents(
  kinds: readonly ConsentKind[],
  consents: Parameters<typeof withoutConsent>[1],
  coBorrowers: Parameters<typeof withoutConsent>[2],
): string | null {
  for (const kind of kinds) {
    const lacking = withoutConsent(kind, consents, coBorrowers)
    if (lacking.length > 0) return `Нет согласия «${consentKinds[kind]}»: ${lacking.join(', ')}`
  }
  return null
}
export const consentsOfSending = requiredConsents
export const consentsOfScoring: readonly ConsentKind[] = ['CREDIT_BUREAU']

/** What the preliminary decision was made of: changed afterwards, it would no longer be of this application. */
const decidedFields = [
  'programmeCode',
  'goalCode',
  'objectPrice',
  'downPayment',
  'amount',
  'months',
  'rate',
  'lastName',
  'firstName',
  'middleName',
  'birthDate',
  'income',
  'obligations',
  'coBorrowers',
] as const

/** Stages in which the questionnaire may be changed. */
export const editableStages = ['DRAFT', 'NEW', 'IN_WORK', 'WAITING_CLIENT', 'PRE_APPROVED'] as const

/** Fields that can no longer be changed at a stage, and why; none: all of them may. */
export function locksOf(stage: string): ShortApplication['locked'] {
  if (stage === 'PRE_APPROVED')
    return { fields: [...decidedFields], reason: 'Предрешение принято по этим данным' }
  return (editableStages as readonly string[]).includes(stage)
    ? null
    : { fields: ['*'], reason: 'На этом этапе данные не меняются' }
}

const plain = (value: unknown) => JSON.stringify(value ?? null)
/** Locked fields that a save would change. */
export const changedLocked = (
  locked: ShortApplication['locked'],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] =>
  (locked?.fields ?? []).filter((field) => field !== '*' && plain(before[field]) !== plain(after[field]))
