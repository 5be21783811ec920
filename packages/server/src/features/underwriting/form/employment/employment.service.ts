import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { fieldText, type NameOf, noValue } from '@ipoteka-office/contract/common/field-texts.ts'
import { employmentFields } from '@ipoteka-office/contract/cases/sections/means.ts'
import { isMasked } from '@ipoteka-office/contract/common/masks.ts'
import { counted, yearsText } from '@ipoteka-office/contract/common/counted.ts'
import { sumText } from '@ipoteka-office/contract/common/digits.ts'
import { callIssues } from '@ipoteka-office/contract/underwriting/form/employment/call-issues.ts'
import type {
  CallInput,
  EmploymentSheet,
} from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import { noteSeen, type SectionParts } from '#features/cases/sections/save-section.service.ts'
import { checksOfCase, toCheck } from '#features/full-applications/auto-checks.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { masked } from '#lib/masking.ts'
import { requireForm } from '../access.service.ts'
import { detailsOf, type RegisterRun } from '../registers.rules.ts'
import { monthsBetween } from '../spans.rules.ts'
import { type KnownPerson, writtenValue } from '../sources.service.ts'
import { type Held, knownAt } from '../worksheet.service.ts'
import { callableForm, holdLog } from './access.service.ts'
import { type CallAsItStands, callsAsTheyStand } from './call-log.rules.ts'
import { findCalls, insertCall } from './calls.repo.ts'
import { employmentFlags, type RegisteredFirm } from './flags.rules.ts'

/** Whose work is meant. */
interface Place {
  readonly id: number
  readonly participantId: number
}

const shownFields = [
  'employmentType',
  'employerName',
  'employerInn',
  'organizationType',
  'activityField',
  'headcount',
  'position',
  'positionLevel',
  'employerPhone',
  'employerAddress',
  'extraJobs',
] as const

const dictionaries = ['employmentSeniorityType', ...shownFields.flatMap((name) => dictionaryOf(name) ?? [])]
function dictionaryOf(name: (typeof shownFields)[number]): string | undefined {
  return 'dictionary' in employmentFields[name] ? employmentFields[name].dictionary : undefined
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const workOf = ({ person }: KnownPerson): SectionValues => person.sections.EMPLOYMENT ?? {}

const writtenLines = (work: SectionValues, nameOf: NameOf): EmploymentSheet['written'] =>
  shownFields.flatMap((name) => {
    const value = fieldText(employmentFields[name], work[name], nameOf)
    return value === noValue ? [] : [{ label: employmentFields[name].label, value }]
  })

const runOf = ({ runs }: KnownPerson, code: string): RegisterRun | undefined =>
  runs.find((run) => run.code === code)

const registeredOn = (run: RegisterRun | undefined): string | null => {
  if (run === undefined) return null
  const details = detailsOf(run)
  return details.employer?.registeredOn ?? details.registeredOn ?? null
}

/** «14 лет 8 месяцев». */
function ageText(since: string, today: string): string {
  const months = monthsBetween(since, today)
  const [years, rest] = [Math.floor(months / 12), months % 12]
  return [
    ...(years > 0 ? [yearsText(years)] : []),
    ...(rest > 0 || years === 0 ? [counted(rest, ['месяц', 'месяца', 'месяцев'])] : []),
  ].join(' ')
}

function registerOf(known: KnownPerson, today: string): EmploymentSheet['register'] {
  const run = runOf(known, 'EMPLOYER_EGRUL')
  const work = workOf(known)
  if (run === undefined) {
    const isWithout = textOf(work['employerInn']) === null && textOf(work['employerName']) === null
    const text = isWithout
      ? 'Работодатель в анкете не указан: реестр о нём не спрашивают'
      : 'Реестр о работодателе ещё не ответил'
    return { light: 'NONE', text, at: null, standIn: false, lines: [] }
  }
  const employer = detailsOf(run).employer ?? null
  const since = registeredOn(run)
  const { name, inn, ogrn, status, activityCode, activity, headcount, address } = employer ?? {}
  const told: readonly (readonly [string, string | null | undefined])[] = [
    ['Наименование', name],
    ['Статус', status],
    ['Зарегистрирована', since === null ? null : `${dayText(since)} (${ageText(since, today)})`],
    ['ИНН', inn],
    ['ОГРН', ogrn],
    ['ОКВЭД', [activityCode, activity].filter(Boolean).join(' ') || null],
    ['Численность', typeof headcount === 'number' ? `${sumText(String(headcount))}\u00a0чел.` : null],
    ['Адрес', address],
  ]
  return {
    light: run.state,
    text: run.text,
    at: new Date(run.at).toISOString(),
    standIn: run.standIn ?? false,
    lines: told.flatMap(([label, value]) =>
      value === null || value === undefined ? [] : [{ label, value }],
    ),
  }
}

/** Certificates with the payer and the first month that each tells of. */
function certificatesOf(known: KnownPerson) {
  return known.papers.flatMap(({ paper: { kind, result } }) => {
    if (kind !== 'INCOME_CERTIFICATE') return []
    const told = (name: string) => textOf(result.documentFields.find((field) => field.name === name)?.value)
    const [year, first] = [
      told('year'),
      result.incomes.map(({ month }) => month).toSorted((a, b) => a - b)[0],
    ]
    const firstMonth =
      year === null || first === undefined ? null : `${year}-${String(first).padStart(2, '0')}`
    return [{ payer: told('agentName'), inn: told('agentInn'), firstMonth }]
  })
}

interface Since {
  readonly source: string
  readonly since: string | null
}

/** Since when somebody works where they work, by each who tells of it; the first that does is believed. */
function sincesOf(known: KnownPerson, today: string): Since[] {
  const taken = known.taken.find(({ field }) => field === 'employedSince')?.taken['employedSince']
  return [
    ...(taken === undefined ? [] : [{ source: 'Взято андеррайтером', since: taken }]),
    { source: 'СФР', since: known.said.get('employedSince')?.REGISTER?.value ?? null },
    { source: 'Анкета', since: writtenValue(known, 'employedSince', today) },
  ]
}

const firmOf = (run: RegisterRun | undefined): RegisteredFirm | null =>
  run === undefined
    ? null
    : {
        ...{ state: run.state, text: run.text, registeredOn: registeredOn(run) },
        name: detailsOf(run).employer?.name ?? null,
      }

const numbersOf = ({ person }: KnownPerson, work: SectionValues): EmploymentSheet['numbers'] => {
  const [own, office] = [textOf(person.sections.PERSONAL?.['phone']), textOf(work['employerPhone'])]
  return [
    ...(office === null
      ? []
      : [{ label: 'Работодатель, из анкеты', phone: office, called: 'EMPLOYER' as const }]),
    ...(own === null ? [] : [{ label: 'Клиент, из анкеты', phone: own, called: 'CLIENT' as const }]),
  ]
}

const toCall = ({ earlier, correctsId: _, ...call }: CallAsItStands): EmploymentSheet['calls'][number] => ({
  ...inIso(call),
  earlier: earlier.map(({ correctsId: __, ...one }) => inIso(one)),
})
const inIso = <T extends { readonly calledAt: string; readonly writtenAt: string }>(call: T): T => ({
  ...call,
  calledAt: new Date(call.calledAt).toISOString(),
  writtenAt: new Date(call.writtenAt).toISOString(),
})

async function sheetOf(
  { engine, references }: SectionParts,
  context: Context,
  { known, row, reader: { today } }: Held,
): Promise<EmploymentSheet> {
  const { db, actor } = context
  const { person } = known
  const work = workOf(known)
  const nameOf = await codeNames(references, dictionaries)
  const figures = await engine.parameters.figuresOn(today)
  const now = engine.clock.now()
  const checks = (await checksOfCase(db, row.id))
    .map((one) => toCheck(one, now))
    .filter(
      ({ participantId, code }) =>
        participantId === person.id && ['EMPLOYER_PHONE', 'BLACKLIST_LEGAL'].includes(code),
    )
  const calls = callsAsTheyStand(await findCalls(db, { caseId: row.id, participantId: person.id }))
  const sinces = sincesOf(known, today)
  const { seniority } = work
  return masked(actor, {
    participantId: person.id,
    written: writtenLines(work, nameOf),
    register: registerOf(known, today),
    flags: employmentFlags(
      {
        ...{ written: work, checks, calls, today },
        clientPhone: textOf(person.sections.PERSONAL?.['phone']),
        firm: firmOf(runOf(known, 'EMPLOYER_EGRUL')),
        certificates: certificatesOf(known),
        since: sinces.find(({ since }) => since !== null)?.since ?? null,
      },
      figures,
    ),
    seniority: {
      total: typeof seniority === 'string' ? nameOf('employmentSeniorityType', seniority) : noValue,
      job: sinces.map((one) => ({
        ...one,
        months: one.since === null ? null : monthsBetween(one.since, today),
      })),
      norm: figures['job-seniority'],
    },
    calls: calls.map(toCall),
    numbers: numbersOf(known, work),
    callable: await callableForm(context, row),
  })
}

function requireDebtor(held: Held): Held {
  if (!isDebtor(held.known.person.role))
    throw notFound('Этот участник по кредиту не отвечает: о его работе банк не спрашивает')
  return held
}

/** Where a debtor works, what speaks against it, and who was called. */
export async function employmentSheet(
  parts: SectionParts,
  context: Context,
  place: Place,
): Promise<EmploymentSheet> {
  const row = await requireForm(context, place.id)
  const held = requireDebtor(await knownAt(parts, context, row, place))
  await noteSeen(context, row, 'Занятость и журнал звонков', 1)
  return sheetOf(parts, context, held)
}

/** A call that has been, to a number that is known whole. */
function checkCall({ engine }: SectionParts, call: CallInput): void {
  const issues = callIssues(call)
  const isAhead = Date.parse(call.calledAt) > engine.clock.now().getTime()
  if (isAhead) issues.push({ path: 'calledAt', message: 'Этого времени ещё не было' })
  if (isMasked(call.phone)) issues.push({ path: 'phone', message: 'Номер скрыт: введите его целиком' })
  else if (!/\d/.test(call.phone))
    issues.push({ path: 'phone', message: 'Укажите номер, по которому звонили' })
  if (issues.length > 0) throw invalid(issues)
}

/** Writes a call down. */
export async function writeCall(
  parts: SectionParts,
  context: Context,
  place: Place,
  call: CallInput,
): Promise<EmploymentSheet> {
  const { db, actor } = context
  const row = await holdLog(context, place.id)
  const held = requireDebtor(await knownAt(parts, context, row, place))
  checkCall(parts, call)
  const [by, at] = [actor.employeeId, parts.engine.clock.now()]
  await insertCall(db, { caseId: row.id, participantId: place.participantId }, call, {
    ...{ calledBy: by, writtenBy: by, at, corrects: null },
  })
  return sheetOf(parts, context, held)
}

/** Writes a call anew: who had called stays, the former words stay beneath. */
export async function rewriteCall(
  parts: SectionParts,
  context: Context,
  place: Place & { readonly callId: number },
  { reason, ...call }: CallInput & { readonly reason: string },
): Promise<EmploymentSheet> {
  const { db, actor } = context
  const row = await holdLog(context, place.id)
  const held = requireDebtor(await knownAt(parts, context, row, place))
  const at = { caseId: row.id, participantId: place.participantId }
  const rows = await findCalls(db, at)
  const wrong = rows.find(({ id }) => id === place.callId)
  if (wrong === undefined) throw notFound('Такой записи о звонке нет: обновите страницу')
  const later = rows.find(({ correctsId }) => correctsId === wrong.id)
  if (later !== undefined)
    throw stale(await sheetOf(parts, context, held), {
      descriptor: later.writtenBy.fullName,
      at: new Date(later.writtenAt).toISOString(),
    })
  // A number that the person does not see whole is left as it was.
  const kept = isMasked(call.phone) ? { ...call, phone: wrong.phone } : call
  checkCall(parts, kept)
  await insertCall(db, at, kept, {
    ...{ calledBy: wrong.calledBy.id, writtenBy: actor.employeeId, at: parts.engine.clock.now() },
    corrects: { id: wrong.id, reason },
  })
  return sheetOf(parts, context, held)
}
