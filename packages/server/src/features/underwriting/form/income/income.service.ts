import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { gridIssues } from '@ipoteka-office/contract/underwriting/form/income/grid-issues.ts'
import type { IncomeGrid, IncomeGridInput } from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { editableForm, holdForm, requireForm } from '../access.service.ts'
import { ceilingCode, incomeSheetOf, isCapital, paymentsOf } from '../income-sheet.rules.ts'
import { comparedRow } from '../rows.service.ts'
import { seenMark } from '../sources.service.ts'
import { askDebtLoad, type Held, knownAt } from '../worksheet.service.ts'
import { writeTaken } from '../worksheet.repo.ts'
import { type Following, followGrid } from './follow.rules.ts'
import { ceilingWords, declaredOf, exclusionOf, lineOf } from './grid-view.ts'
import { incomeLabels } from './income-labels.ts'
import { findSourced, writeGrid } from './income.repo.ts'

/** Whose income is meant. */
interface Place {
  readonly id: number
  readonly participantId: number
}

const dictionaries = ['incomeType', 'incomeVerificationType', 'positionLevel', 'region']

function requireDebtor(held: Held): Held {
  if (!isDebtor(held.known.person.role))
    throw notFound('Этот участник по кредиту не отвечает: о его доходе банк не спрашивает')
  return held
}

type Ceiling = Pick<IncomeGrid, 'ceiling' | 'ceilingLack'>

async function ceilingFor(
  { engine, references }: SectionParts,
  { db }: Context,
  { row, known, reader }: Held,
): Promise<Ceiling> {
  const level = known.person.sections.EMPLOYMENT?.['positionLevel']
  const code = ceilingCode(level)
  const amount = known.income.ceiling
  if (code === null || amount === null)
    return {
      ceiling: null,
      ceilingLack:
        typeof level === 'string' && level !== ''
          ? 'Для такого уровня должности потолка нет'
          : 'Уровень должности в анкете не указан: потолок не определить',
    }
  const nameOf = await codeNames(references, dictionaries)
  const figures = await engine.parameters.figuresOn(reader.today)
  const found = await findSourced(db, code, reader.today)
  const from = found?.from ?? reader.today
  const words = ceilingWords(
    {
      level: nameOf('positionLevel', String(level)),
      region: row.regionCode === null ? 'регион не указан' : nameOf('region', row.regionCode),
      base: figures[code],
      percent: isCapital(row.regionCode, figures) ? figures['income-ceiling-capitals'] : null,
    },
    { source: found?.source ?? '', from },
  )
  return { ceiling: { amount, from, ...words }, ceilingLack: null }
}

async function gridOf(parts: SectionParts, context: Context, held: Held): Promise<IncomeGrid> {
  const { known, reader, row } = held
  const figures = await parts.engine.parameters.figuresOn(reader.today)
  const { lines, papers, confirmed } = known.income
  return {
    participantId: known.person.id,
    declared: declaredOf(known, await codeNames(parts.references, dictionaries)),
    lines: lines.map((line) => lineOf(line, figures)),
    papers: papers.map(({ checks, ...paper }) => ({ ...paper, checks: [...checks] })),
    account: [...(known.incomeRow?.account ?? [])],
    exclusions: (known.incomeRow?.excluded ?? []).map((one) => exclusionOf(lines, one)),
    confirmed,
    ...(await ceilingFor(parts, context, held)),
    row: comparedRow(reader, known, 'income'),
    version: known.incomeRow?.version ?? 0,
    editable: await editableForm(context, row),
  }
}

/** The income of a debtor by sources and months. */
export async function incomeGrid(parts: SectionParts, context: Context, place: Place): Promise<IncomeGrid> {
  const row = await requireForm(context, place.id)
  return gridOf(parts, context, requireDebtor(await knownAt(parts, context, row, place)))
}

async function refuseStale(parts: SectionParts, context: Context, held: Held, version: number) {
  const { incomeRow } = held.known
  if ((incomeRow?.version ?? 0) === version) return
  throw stale(
    await gridOf(parts, context, held),
    incomeRow === undefined
      ? undefined
      : await findLastChangeOf(context.db, { objectType: 'underwritingIncome', objectId: incomeRow.id }),
  )
}

/** What becomes of the income that was taken when the grid is written so; a grid that cannot be is refused. */
async function followingOf(
  { engine }: SectionParts,
  { known, reader, row: { regionCode: region } }: Held,
  { account, exclusions }: IncomeGridInput,
): Promise<Following> {
  const figures = await engine.parameters.figuresOn(reader.today)
  const { papers, runs, incomeRow, person } = known
  const row = {
    ...{ id: 0, participantId: person.id, version: 0 },
    ...incomeRow,
    ...{ account, excluded: exclusions },
  }
  const issues = gridIssues(
    { account, exclusions },
    {
      thisMonth: reader.today.slice(0, 7),
      payments: paymentsOf({ papers, runs, row, figures }),
      before: [...(incomeRow?.excluded ?? [])],
    },
  )
  if (issues.length > 0) throw invalid(issues)
  const after = incomeSheetOf(person, { papers, runs, row, region, figures })
  const taken = known.taken.find(({ field }) => field === 'income')
  const value = taken?.taken['income']
  const following = followGrid(
    taken === undefined || value === undefined || taken.source === null
      ? null
      : { value, source: taken.source, deviation: taken.deviation },
    { before: known.income, after },
  )
  if (following.kind === 'REFUSE') throw conflict(following.message)
  return following
}

/** The choice of the income, with the sum that its source has now. */
async function retake(parts: SectionParts, context: Context, held: Held, value: string): Promise<void> {
  const { db, actor } = context
  const { known, row, reader } = held
  const taken = known.taken.find(({ field }) => field === 'income')
  if (taken === undefined || taken.source === null || taken.reason === null) return
  const { source, reason, words, deviation } = taken
  await writeTaken(
    db,
    { caseId: row.id, participantId: known.person.id, field: 'income' },
    { value, source, reason, words, deviation, seen: seenMark(known, 'income', reader.today) },
    { by: actor.employeeId, at: parts.engine.clock.now() },
  )
  if (taken.taken['income'] !== value) await askDebtLoad(parts, context, row.id)
}

/** Writes the grid; an income that was taken from one of its sources follows. */
export async function saveIncomeGrid(
  parts: SectionParts,
  context: Context,
  place: Place,
  { version, account, exclusions }: IncomeGridInput & { readonly version: number },
): Promise<IncomeGrid> {
  const { db, actor } = context
  const row = await holdForm(context, place.id)
  const held = requireDebtor(await knownAt(parts, context, row, place))
  await refuseStale(parts, context, held, version)
  const input = {
    account: account.toSorted((one, other) => one.month.localeCompare(other.month)),
    exclusions,
  }
  const following = await followingOf(parts, held, { ...input })
  const at = parts.engine.clock.now()
  await writeGrid(db, { caseId: row.id, participantId: place.participantId }, input, {
    by: actor.employeeId,
    at,
  })
  if (following.kind === 'TAKE')
    await retake(parts, context, await knownAt(parts, context, row, place), following.value)
  return gridOf(parts, context, await knownAt(parts, context, row, place))
}

/** Who wrote what in the grid, and when. */
export async function incomeHistory(
  parts: SectionParts,
  context: Context,
  place: Place,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const row = await requireForm(context, place.id)
  const { known } = requireDebtor(await knownAt(parts, context, row, place))
  if (known.incomeRow === undefined) throw notFound('В доходах этого участника ещё ничего не меняли')
  const card = { objectType: 'underwritingIncome', objectId: known.incomeRow.id }
  return listCardHistory(context, card, incomeLabels, query)
}
