import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import { controlBlocks } from '@ipoteka-office/contract/underwriting/control-fields.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import {
  findAgentRecords,
  findBank,
  findCertificates,
  findConfirmed,
  findControlSigns,
  findDealObject,
  findEmployerAnswers,
  findIncomeMedian,
  findPaperOrigins,
  findSharedMarks,
  findSharedTies,
} from './facts.repo.ts'
import type { FraudFacts, Median } from './fraud-facts.ts'
import { textOf } from './sign.rules.ts'

/** The moment so long before now. */
const before = (
  now: Date,
  { years = 0, days = 0 }: { years?: number; days?: number },
  timeZone: string,
): Date =>
  new Date(now.toTemporalInstant().toZonedDateTimeISO(timeZone).subtract({ years, days }).epochMilliseconds)

async function incomeMedian(
  db: Db,
  row: CaseRow,
  own: StoredQuestionnaire,
  since: Date,
): Promise<Median | null> {
  const main = own.participants.find(({ role }) => role === 'MAIN_BORROWER')
  const positionLevel = textOf(main?.sections.EMPLOYMENT?.['positionLevel'])
  if (positionLevel === '' || row.regionCode === null) return null
  return findIncomeMedian(db, { caseId: row.id, since }, { regionCode: row.regionCode, positionLevel })
}

/** Where a loan is to be paid out to; a mortgage names no account. */
async function payoutOf(db: Db, { sections }: StoredQuestionnaire): Promise<FraudFacts['payout']> {
  const { account, accountBic } = sections.LOAN ?? {}
  const [bic, number] = [textOf(accountBic), textOf(account)]
  if (bic === '' || number === '') return null
  const bank = await findBank(db, bic)
  return bank === 'UNKNOWN' ? 'UNKNOWN' : { bic, account: number, bank }
}

const controlSigns = [...controlBlocks.signs.fields, 'accompanied']

/** Everything that the signs of fraud in an application are computed of. */
export async function factsOf(
  { clock }: Pick<Engine, 'clock'>,
  db: Db,
  row: CaseRow,
  figures: Figures,
): Promise<FraudFacts> {
  const now = clock.now()
  const caseId = row.id
  const since = before(now, { years: figures['fraud-lookback'] }, clock.timeZone)
  const owner = { ownerType: caseTypes[row.type].documents.owner, ownerId: caseId }
  const own = await readQuestionnaire(db, caseId, row.type)
  const control = await findControlSigns(db, caseId, controlSigns)
  return {
    today: bankDay(clock),
    openedOn: new Date(row.createdAt)
      .toTemporalInstant()
      .toZonedDateTimeISO(clock.timeZone)
      .toPlainDate()
      .toString(),
    own,
    ties: await findSharedTies(db, { caseId, since }),
    marks: await findSharedMarks(db, caseId),
    agents: await findAgentRecords(db, {
      caseId,
      since: before(now, { days: figures['fraud-agent-days'] }, clock.timeZone),
    }),
    confirmed: await findConfirmed(db, { caseId, since }),
    papers: await findPaperOrigins(db, owner),
    certificates: await findCertificates(db, owner),
    employers: await findEmployerAnswers(db, caseId),
    payout: await payoutOf(db, own),
    incomeMedian: await incomeMedian(db, row, own, before(now, { years: 1 }, clock.timeZone)),
    object: (await findDealObject(db, caseId)) ?? null,
    control: control.length === 0 ? null : control,
  }
}
