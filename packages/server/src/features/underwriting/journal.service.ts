import { CaseFilter, type CaseRow } from '@ipoteka-office/contract/cases/case-lists.ts'
import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { type CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { clientCategories } from '@ipoteka-office/contract/products/product-kinds.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import { asksOfDecisions } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import {
  type Journal,
  type JournalFilter,
  type JournalPreset,
  type JournalRow,
  type JournalSort,
  journalPresets,
  journalStages,
  journalTypes,
} from '@ipoteka-office/contract/underwriting/journal.ts'
import {
  asksOfLoans,
  type VintageLoans,
} from '@ipoteka-office/contract/underwriting/payments/vintage-filter.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { stageTasksOf } from '#features/cases/engine/tasks/tasks.service.ts'
import {
  type CaseScope,
  countScope,
  idsOfScope,
  listedRows,
  scopeOf,
  searchScope,
} from '#features/cases/lists/case-lists.service.ts'
import { meansOfCases } from '#features/cases/means/case-means.service.ts'
import {
  readQuestionnaires,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import { shareOf } from '#features/short-applications/calculation.rules.ts'
import { forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { reasonsAsked } from '#lib/held-reasons.ts'
import { requestedTerms } from './grounds.service.ts'
import {
  bothOf,
  findJournalParts,
  findLevelNames,
  type JournalPart,
  type JournalReader,
  ofColumns,
  presetCondition,
  type SignedStage,
} from './journal.repo.ts'
import { wereIssued } from './payments/vintages.repo.ts'
import { wasDecided } from './statistics/decided.repo.ts'

type Reader = Pick<Context, 'db' | 'actor'>

/** Stages that end with a signature which the person may give. */
const signedBy = (actor: Actor): SignedStage[] =>
  journalTypes.all.flatMap((type) => {
    const { product } = caseTypes[type]
    const stages = machines[type].transitions.flatMap(({ from, by, decides }) =>
      decides !== undefined && by !== 'SYSTEM' && by.every((operation) => holds(actor, type, operation))
        ? [from]
        : [],
    )
    return product === null ? [] : [...new Set(stages)].map((stage) => ({ type, stage, product }))
  })

/** Presets that leave few of many: they are found first and put in order then. */
const narrow: readonly JournalPreset[] = ['MY', 'GROUP', 'RETURNED', 'SIGN']

/** Stages that the filter names of those of the journal; all that are asked for where decisions are: they stand anywhere. */
function stagesAsked(
  journal: Journal,
  asked: readonly string[],
  { any }: { readonly any: boolean },
): string[] {
  if (any) return [...asked]
  const known = journalStages[journal]
  const found = asked.length === 0 ? known : asked.filter((stage) => known.includes(stage))
  return found.length === 0 ? ['-'] : [...found]
}

/** What the filter asks of loans; how they are repaid is for those alone who read the statistics. */
function loansAsked(actor: Reader['actor'], filter: VintageLoans) {
  if (!asksOfLoans(filter)) return null
  if (!hasAllOperations(actor.operations, { Underwriting: ['ReadStatistics'] }))
    throw forbidden('Нет права «Статистика решений»: отбирать заявки по платежам может тот, у кого оно есть')
  return wereIssued(filter)
}

/** What of a journal the person sees under a filter. */
async function scopeOfJournal(
  engine: Engine,
  reader: Reader,
  journal: Journal,
  { preset, types, ...filter }: JournalFilter,
): Promise<CaseScope> {
  const { actor } = reader
  const decided = asksOfDecisions(filter)
    ? wasDecided({ ...filter, reasons: reasonsAsked(actor, filter.reasons) }, engine.clock.timeZone)
    : null
  const linked = bothOf(decided, loansAsked(actor, filter))
  const asked = stagesAsked(journal, filter.stages, { any: linked !== null })
  const scope = await scopeOf(engine, reader, 'applications', CaseFilter.parse({ ...filter, stages: asked }))
  const wanted = journalTypes[journal].filter((type) => types.length === 0 || types.includes(type))
  const me: JournalReader = {
    employeeId: actor.employeeId,
    signs: preset === 'SIGN' ? signedBy(actor) : [],
    today: bankDay(engine.clock),
  }
  return {
    ...scope,
    types: wanted.filter((type) => holds(actor, type, 'List')),
    own: {
      types: journalTypes[journal],
      condition: bothOf(bothOf(presetCondition[preset](me), linked), ofColumns(filter)),
      isNarrow: narrow.includes(preset) || linked !== null,
      archiveToo: linked !== null,
    },
  }
}

/** Questionnaires of the rows, type by type. */
async function questionnairesOf(
  { db }: Reader,
  rows: readonly CaseRow[],
): Promise<Map<number, StoredQuestionnaire>> {
  const all = new Map<number, StoredQuestionnaire>()
  for (const [type, some] of Map.groupBy(rows, (row): CaseType => row.type))
    for (const [id, stored] of await readQuestionnaires(
      db,
      some.map((row) => row.id),
      type,
    ))
      all.set(id, stored)
  return all
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const nothingKnown = {
  ...{ coBorrowers: 0, flags: [], receivedAt: null, review: 0 },
  ...{ clientCategories: [], engineResult: null },
}

const shownPart = (part: JournalPart | undefined) =>
  part && {
    ...part,
    clientCategories: part.clientCategories.map((code) => ({ code, name: clientCategories[code] })),
  }

/** Categories of clients, as the filter offers them. */
export const journalCategories = () =>
  Object.entries(clientCategories).map(([code, name]) => ({ code, name }))

function termsIn(answers: StoredQuestionnaire | undefined) {
  if (answers === undefined) return { termMonths: null, downPaymentShare: null }
  const { downPayment, propertyPrice } = answers.sections.CREDIT ?? {}
  return {
    termMonths: requestedTerms(answers).termMonths,
    downPaymentShare: shareOf(textOf(downPayment), textOf(propertyPrice)),
  }
}

const sharesIn = (means: CaseMeans | undefined) => ({
  loanToValue: means?.loanToValue ?? null,
  debtLoad: means?.debtLoad ?? null,
})

/** The rows of cases with what a journal shows of them; nothing is asked row by row. */
async function toJournal(engine: Engine, reader: Reader, rows: readonly CaseRow[]): Promise<JournalRow[]> {
  if (rows.length === 0) return []
  const { db } = reader
  const ids = rows.map(({ id }) => id)
  const stored = await questionnairesOf(reader, rows)
  const means = await meansOfCases(db, engine, stored)
  const parts = new Map((await findJournalParts(db, ids)).map((part) => [part.id, part]))
  const tasks = await stageTasksOf(engine, reader, ids)
  const levels = await findLevelNames(db)
  const figures = await engine.parameters.figuresOn(bankDay(engine.clock))
  return rows.map(({ responsible: _, workgroup, nextContactAt: __, ...row }) => {
    const task = tasks.get(row.id) ?? null
    const level = levelOf(figures, row.amount)
    return {
      ...row,
      ...nothingKnown,
      ...shownPart(parts.get(row.id)),
      ...termsIn(stored.get(row.id)),
      ...sharesIn(means.get(row.id)),
      level: levels.get(level) ?? level,
      holder: task?.assignee ?? null,
      group: task?.workgroup ?? workgroup,
      task,
    }
  })
}

/** A page of a journal. */
export async function searchJournal(
  engine: Engine,
  context: Context,
  journal: Journal,
  filter: JournalFilter,
  query: PageQuery & { sort: JournalSort },
): Promise<Page<JournalRow>> {
  const scope = await scopeOfJournal(engine, context, journal, filter)
  const page = await searchScope(engine, context, scope, query)
  return { ...page, content: await toJournal(engine, context, page.content) }
}

/** How many cases of a journal each preset has under the filter. */
export async function countJournal(
  engine: Engine,
  context: Context,
  journal: Journal,
  filter: JournalFilter,
): Promise<Record<JournalPreset, number>> {
  const counts: [JournalPreset, number][] = []
  // One after another: a page that opens must not take seven connections.
  for (const preset of Object.keys(journalPresets) as JournalPreset[]) {
    const scope = await scopeOfJournal(engine, context, journal, { ...filter, preset })
    counts.push([preset, await countScope(context.db, scope)])
  }
  return Object.fromEntries(counts) as Record<JournalPreset, number>
}

/** The reading of a journal for its file. */
export const journalReading = (engine: Engine, journal: Journal) => ({
  count: async (reader: Reader, filter: JournalFilter) =>
    countScope(reader.db, await scopeOfJournal(engine, reader, journal, filter)),
  findIds: async (reader: Reader, filter: JournalFilter, sort: JournalSort) =>
    idsOfScope(reader.db, await scopeOfJournal(engine, reader, journal, filter), sort),
  findRows: async (reader: Reader, ids: readonly number[]) =>
    toJournal(engine, reader, await listedRows(engine, reader.db, reader.actor, ids)),
})
