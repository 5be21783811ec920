import { isDebtor, participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import { comparedDictionaries } from '@ipoteka-office/contract/underwriting/form/comparison-fields.ts'
import type { FormRoom, FormStop, FormTab } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { negativeCode, positiveCodes } from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import type { TrafficLight } from '@ipoteka-office/contract/underwriting/traffic-lights.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { noteSeen, type SectionParts } from '#features/cases/sections/save-section.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { checksOfCase, toCheck } from '#features/full-applications/auto-checks.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { authorityLine, waysOf } from '../decisions.service.ts'
import { groundsOf, type Grounds } from '../grounds.service.ts'
import { findDisputes } from '../runs/runs.repo.ts'
import { disputeOf } from '../runs/runs.rules.ts'
import { lightOf } from '../summary.service.ts'
import { findSubjects } from '../subjects/subjects.repo.ts'
import { editableForm, requireForm } from './access.service.ts'
import { withEarlier } from './earlier.service.ts'
import { indicatorsOf } from './indicators.service.ts'
import { comparedRows, type RowReader } from './rows.service.ts'
import { type KnownPerson, knownPeople } from './sources.service.ts'
import { findObjectNames } from './worksheet.repo.ts'

type Checks = ReturnType<typeof toCheck>[]

/** Who reads the rows of a case on a day. */
export async function rowReader(
  { engine, references }: SectionParts,
  { actor }: Context,
): Promise<RowReader> {
  return { actor, today: bankDay(engine.clock), nameOf: await codeNames(references, comparedDictionaries) }
}

function participantsOf(people: readonly KnownPerson[], checks: Checks): FormRoom['participants'] {
  return people.map(({ person: { id, name, role } }) => {
    const own = checks.filter(({ participantId }) => participantId === id)
    return {
      id,
      name: name || 'Имя не указано',
      roleName: participantRoles[role as keyof typeof participantRoles] ?? role,
      light: lightOf(own),
      notes: own
        .filter(({ state }) => state !== 'OK')
        .map((one) => (one.text === '' ? one.name : `${one.name}: ${one.text}`)),
    }
  })
}

/** Checks whose good answer is worth a line too. */
const alwaysTold = ['PASSPORT_INVALID', 'EFRSB', 'BLACKLIST_PERSON', 'FSSP']

/** What stops or may stop: factors of the engine, then the checks of the participant. */
async function stopsOf(
  { db }: Context,
  row: CaseRow,
  { grounds, checks }: { readonly grounds: Grounds; readonly checks: Checks },
): Promise<FormStop[]> {
  const { run } = grounds
  const disputes = run === null ? [] : await findDisputes(db, row.id)
  const factors = (run?.factors ?? []).map((factor): FormStop => {
    const dispute = disputeOf(factor, disputes)
    const isLifted = dispute?.outcome === 'LIFTED'
    return {
      text: `${factor.name}: ${factor.value}`,
      state: isLifted ? 'OK' : 'FAIL',
      factor: { code: factor.code, runId: run?.id ?? 0, hard: factor.hard, disputed: dispute !== undefined },
    }
  })
  const told = checks.filter(
    ({ code, state }) => state === 'FAIL' || state === 'WARN' || alwaysTold.includes(code),
  )
  return [
    ...factors,
    ...told.map(
      (check): FormStop => ({ text: check.text || check.name, state: lightOf([check]), factor: null }),
    ),
  ]
}

/** How the participant was decided on: what was said of other facts is to be said again. */
async function decisionLight({ db }: Context, caseId: number, person: number): Promise<TrafficLight> {
  const subject = (await findSubjects(db, caseId)).find(({ kind, id }) => kind === 'PERSON' && id === person)
  const code = subject?.code ?? null
  if (code === null) return 'NONE'
  if (subject?.isCurrent !== true) return 'WARN'
  if (positiveCodes.includes(code)) return 'OK'
  return code === negativeCode ? 'FAIL' : 'WARN'
}

/** Nobody may say that the obligations are all known before a bureau has answered. */
function obligationsLight({ debts }: KnownPerson): TrafficLight {
  if (debts.entries.some(({ asks, marks }) => asks || marks.includes('LATE'))) return 'WARN'
  return debts.isKnown ? 'OK' : 'NONE'
}

/** What of the tabs is in question: by the rows that are open and by what the checks say. */
function marksOf(
  rows: FormRoom['rows'],
  checks: Checks,
  { known, decision }: { readonly known: KnownPerson; readonly decision: TrafficLight },
): FormRoom['marks'] {
  const isOpen = (groups: readonly string[]): TrafficLight =>
    rows.some(({ open, group }) => open && groups.includes(group)) ? 'WARN' : 'OK'
  const worst = (...lights: readonly TrafficLight[]): TrafficLight =>
    (['FAIL', 'WARN', 'NONE', 'OK'] as const).find((light) => lights.includes(light)) ?? 'NONE'
  const ofChecks = (...codes: readonly string[]) => lightOf(checks.filter(({ code }) => codes.includes(code)))
  const income = known.income.confirmed === null ? 'NONE' : isOpen(['INCOME'])
  const marks: Partial<Record<FormTab, TrafficLight>> = {
    comparison: isOpen(['PERSON', 'WORK', 'INCOME', 'DEBTS']),
    personal: worst(
      isOpen(['PERSON']),
      ofChecks('PASSPORT_INVALID', 'PASSPORT_FORMAT') === 'FAIL' ? 'FAIL' : 'OK',
    ),
    employment: worst(isOpen(['WORK']), ofChecks('EMPLOYER_EGRUL') === 'WARN' ? 'WARN' : 'OK'),
    obligations: obligationsLight(known),
    income: known.income.papers.some(
      ({ replaced, checks: sums }) => !replaced && sums.some(({ passed }) => passed === false),
    )
      ? worst(income, 'WARN')
      : income,
    decision,
  }
  return marks
}

function whoOf(people: readonly KnownPerson[], wanted: number | undefined): KnownPerson {
  const main = people.find(({ person }) => person.role === 'MAIN_BORROWER') ?? people[0]
  const known = wanted === undefined ? main : people.find(({ person }) => person.id === wanted)
  if (known === undefined)
    throw notFound(
      wanted === undefined
        ? 'В заявке нет участников'
        : 'Такого участника в заявке нет: выберите его в списке',
    )
  return known
}

const openOf = (reader: RowReader, people: readonly KnownPerson[]): FormRoom['open'] =>
  people.flatMap((known) => {
    const labels = comparedRows(reader, known).flatMap(({ open, label }) => (open ? [label] : []))
    return labels.length === 0
      ? []
      : [{ participantId: known.person.id, name: known.person.name || 'Имя не указано', labels }]
  })

/** Loans of the same people that the reader may read; the total counts all. */
function exposureOf({ actor }: Context, grounds: Grounds): FormRoom['exposure'] {
  if (grounds.exposure === null) return null
  return {
    total: grounds.exposure,
    others: grounds.others
      .filter(({ type }) => holds(actor, type, 'Read'))
      .map(({ stage, ...other }) => ({ ...other, stageName: stageNameFor(actor, other.type, stage) })),
  }
}

/** Everything that the room of one participant shows, in one answer. */
export async function formRoom(
  parts: SectionParts,
  context: Context,
  caseId: number,
  wanted: number | undefined,
): Promise<FormRoom> {
  const { engine } = parts
  const { db, actor } = context
  const row = await requireForm(context, caseId)
  const reader = await rowReader(parts, context)
  const figures: Figures = await engine.parameters.figuresOn(reader.today)
  const grounds = await groundsOf(engine, db, row, null)
  const people = await knownPeople(engine, db, row, grounds.stored)
  const known = await withEarlier(context, row, {
    known: whoOf(people, wanted),
    stored: grounds.stored,
    today: reader.today,
  })
  const now = engine.clock.now()
  const checks = (await checksOfCase(db, row.id)).map((one) => toCheck(one, now))
  const own = checks.filter(({ participantId }) => participantId === known.person.id)
  const rows = comparedRows(reader, known)
  await noteSeen(context, row, 'Андеррайтинг заёмщика', 1)
  return {
    caseId: row.id,
    type: row.type,
    participants: participantsOf(people, checks),
    objects:
      (caseTypes[row.type].places?.includes('REALTY_OBJECTS') ?? false)
        ? await findObjectNames(db, row.id)
        : [],
    participantId: known.person.id,
    isDebtor: isDebtor(known.person.role),
    rows,
    open: openOf(reader, people),
    indicators: await indicatorsOf(engine, db, row, { grounds, known, figures }),
    stops: await stopsOf(context, row, { grounds, checks: own }),
    requested: grounds.requested,
    exposure: exposureOf(context, grounds),
    deviations: [...grounds.deviations],
    line: await authorityLine(engine, db, { actor, row, grounds }),
    ways: await waysOf(engine, db, actor, row),
    marks: marksOf(rows, own, { known, decision: await decisionLight(context, row.id, known.person.id) }),
    editable: await editableForm(context, row),
  }
}
