import { participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { autoCheckStates } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import type {
  AcceptedRisk,
  ChecksGrid,
  CheckVerdict,
  GridCell,
} from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, caseHead } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { latestSelfBans } from '#features/loan-applications/self-ban.service.ts'
import { requireDecidable } from '#features/underwriting/decisions.service.ts'
import { hasChampion } from '#features/underwriting/scorecard/score-case.service.ts'
import { forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type CheckRow, findCheckedObjects } from '../auto-checks.repo.ts'
import { type AskedCheck, checkCodes, checkSpecs } from '../auto-checks.rules.ts'
import { checksOfCase, neededChecks, refusalToRetry, toCheck, whatOf } from '../auto-checks.service.ts'
import { findRisks, findVerdicts, type RiskRow, type VerdictRow } from '../check-words.repo.ts'
import { isOf, riskOf } from '../check-words.rules.ts'
import type { CheckedObject } from '../object-checks.rules.ts'
import { columnOf, subjectOf } from './checks-grid.rules.ts'

const answerWords = ({ state, text }: { readonly state: string; readonly text: string }) =>
  [autoCheckStates[state as keyof typeof autoCheckStates], text].filter(Boolean).join(': ')

const isLatest = <W extends { readonly id: number; readonly checkId: number }>(word: W, all: readonly W[]) =>
  all.find(({ checkId }) => checkId === word.checkId)?.id === word.id

/** What was said of a check, told whether it is of the answer that it gives now. */
export const toVerdict = (row: VerdictRow, check: CheckRow, all: readonly VerdictRow[]): CheckVerdict => {
  const { id, by, at, verdict, comment } = row
  return {
    id,
    by,
    at,
    verdict,
    comment,
    answer: answerWords(row),
    current: isLatest(row, all) && isOf(row, check),
  }
}
export const toRisk = (row: RiskRow, check: CheckRow, all: readonly RiskRow[], day: string): AcceptedRisk => {
  const { id, by, at, reason, validTo } = row
  const current = riskOf(check, all, day)?.id === row.id
  return { id, by, at, reason, validTo, answer: answerWords(row), current }
}

function columnsOf(
  { participants }: StoredQuestionnaire,
  objects: readonly CheckedObject[],
): ChecksGrid['columns'] {
  const people = participants.map(({ id, role, name, sections }) => ({
    id,
    name: name || 'Имя не указано',
    role: participantRoles[role as keyof typeof participantRoles],
    employer: sections.EMPLOYMENT?.['employerName'],
  }))
  return [
    ...people.map(({ id, name, role }) => ({ key: `PERSON ${id}`, of: 'PERSON' as const, name, note: role })),
    ...people.map(({ id, name, employer }) => ({
      key: `EMPLOYER ${id}`,
      of: 'EMPLOYER' as const,
      name: typeof employer === 'string' && employer !== '' ? employer : 'Работодатель не указан',
      note: name,
    })),
    ...objects.map(({ id, name, number }) => ({
      key: `REALTY ${id}`,
      of: 'REALTY' as const,
      name,
      note: number || 'номер не указан',
    })),
    { key: 'CASE', of: 'CASE' as const, name: 'Заявка', note: '' },
  ]
}

const isMortgage = ({ type }: CaseRow) => caseTypes[type].product === 'MORTGAGE'

/** What of an application says which checks it has. */
interface Checked {
  readonly row: CaseRow
  readonly objects: readonly CheckedObject[]
  readonly scored: boolean
}

function absentReason(code: string, { row, objects, scored }: Checked): string | null {
  if (code === 'SELF_BAN' && isMortgage(row)) return 'На ипотеку самозапрет не действует'
  if (code === 'SCORECARD' && !scored) return 'Действующей скоринговой карты нет'
  const isOfRealty = checkSpecs[code as 'FSSP']?.of === ('REALTY' as never)
  if (!isMortgage(row)) return isOfRealty || code === 'PROGRAMME' ? 'Кредит без обеспечения' : null
  return isOfRealty && objects.length === 0 ? 'Предмет ипотеки ещё не указан' : null
}

const linesOf = (checked: Checked): ChecksGrid['lines'] => {
  const asked = checkCodes.map((code) => ({ code, of: subjectOf(code), ...namesOf(code) }))
  const others = [{ code: 'SELF_BAN', of: 'PERSON', name: 'Самозапрет', source: 'БКИ' }] as const
  return [...asked, ...others].map((line) => ({ ...line, absent: absentReason(line.code, checked) }))
}
const namesOf = (code: AskedCheck['code']) => ({
  name: checkSpecs[code].name,
  source: checkSpecs[code].source,
})

const nothing = {
  text: '',
  answeredAt: null,
  validUntil: null,
  standIn: false,
  verdict: null,
  risk: null,
} as const
const selfBanStates = { PENDING: 'WAITING', CLEAR: 'OK', BANNED: 'FAIL', FAILED: 'ERROR' } as const
const selfBanWords = {
  PENDING: '',
  CLEAR: 'Самозапрета нет',
  BANNED: 'Самозапрет установлен',
  FAILED: 'Бюро не ответили',
}

/** What the bureaus say of self-bans is asked on the page of the loan, with its own validity. */
async function selfBanCells(db: Db, row: CaseRow, now: Date): Promise<GridCell[]> {
  if (isMortgage(row)) return []
  return (await latestSelfBans(db, row.id)).map(
    ({ participantId, state, answeredAt, validUntil, standIn }) => {
      const isOver = state === 'CLEAR' && validUntil !== null && validUntil <= now.toISOString()
      return {
        ...nothing,
        code: 'SELF_BAN',
        column: `PERSON ${participantId}`,
        checkId: null,
        state: isOver ? 'EXPIRED' : selfBanStates[state],
        text: selfBanWords[state],
        answeredAt,
        validUntil,
        standIn,
      }
    },
  )
}

async function cellsOf(engine: Engine, db: Db, row: CaseRow): Promise<GridCell[]> {
  const now = engine.clock.now()
  const day = bankDay(engine.clock)
  const rows = await checksOfCase(db, row.id)
  const [verdicts, risks] = [await findVerdicts(db, row.id), await findRisks(db, row.id)]
  const asked = new Set(rows.map(whatOf))
  const missing = (await neededChecks(db, row.id, row.type)).filter((check) => !asked.has(whatOf(check)))
  return [
    ...rows.map((one): GridCell => {
      const { id, code, state, text, answeredAt, validUntil, standIn } = toCheck(one, now)
      const said = verdicts.find(({ checkId }) => checkId === id)
      const risk = riskOf(one, risks, day)
      return {
        code,
        column: columnOf(one),
        checkId: id,
        state,
        text,
        answeredAt,
        validUntil,
        standIn,
        verdict: said !== undefined && isOf(said, one) ? toVerdict(said, one, verdicts) : null,
        risk: risk === undefined ? null : toRisk(risk, one, risks, day),
      }
    }),
    ...missing.map(
      (check): GridCell => ({
        ...nothing,
        code: check.code,
        column: columnOf(check),
        checkId: null,
        state: 'ABSENT',
      }),
    ),
    ...(await selfBanCells(db, row, now)),
  ]
}

/** What a repetition would ask: a self-ban may be lifted any day, so it is asked about again. */
const isLacking = ({ code, state }: GridCell) =>
  state === 'ABSENT' || state === 'ERROR' || state === 'EXPIRED' || (code === 'SELF_BAN' && state === 'FAIL')

/** The case, for people of the bank who hold the right to underwriting. */
export async function requireReviewed(context: Context, caseId: number, lock?: 'update'): Promise<CaseRow> {
  const row = await requireDecidable(context, caseId, lock)
  if (context.actor.operations.Underwriting?.includes('List')) return row
  throw forbidden('Проверки с запросами и вердиктами видят сотрудники с правом на андеррайтинг')
}

/** The checks of a case by what they are of. */
export async function checksGrid(engine: Engine, context: Context, caseId: number): Promise<ChecksGrid> {
  const { db, actor } = context
  const row = await requireReviewed(context, caseId)
  const { id, type, number, clientName, stageName, partner } = await caseHead(engine, db, actor, caseId)
  const objects = await findCheckedObjects(db, caseId)
  const cells = await cellsOf(engine, db, row)
  const scored = (await hasChampion(db)) || cells.some(({ code }) => code === 'SCORECARD')
  const shown = new Set(cells.map(({ column }) => column))
  const columns = columnsOf(await readQuestionnaire(db, row.id, row.type), objects)
  return {
    head: { id, type, number, clientName, stageName, partner },
    standIn: cells.some(({ standIn }) => standIn),
    lacking: cells.filter(isLacking).length,
    refusalToRetry: refusalToRetry(actor, row)?.message ?? null,
    columns: columns.filter(({ key }) => shown.has(key)),
    lines: linesOf({ row, objects, scored }),
    cells,
  }
}
