import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { bureauCodes } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type { ParticipantFacts } from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { readParticipants } from '#features/cases/sections/questionnaire.service.ts'
import { requireReviewed } from '#features/full-applications/checks/checks-grid.service.ts'
import type { Context } from '#http/route.ts'
import { masked } from '#lib/masking.ts'
import { isOpen, mergeAccounts } from './matching.rules.ts'
import { findReports, type StandingReport } from './reports.repo.ts'
import { paymentOf } from './reports.rules.ts'

const sum = (amounts: readonly string[]) =>
  fromKopecks(amounts.reduce((total, one) => total + toKopecks(one), 0n))

function toFacts({ bureau, receivedAt, content }: StandingReport): ParticipantFacts['bureaus'][number] {
  const { subject, addresses, phones, accounts, date } = content
  const { lastName, firstName, middleName, birthDate, passport, inn, snils } = subject
  const open = accounts.filter(isOpen)
  return {
    ...{ bureau, receivedAt, reportDate: date },
    ...{ lastName, firstName, middleName, birthDate, passport, inn, snils, addresses },
    phones: phones.map((phone) => ({ phone })),
    credits: open.length,
    payments: sum(open.map(paymentOf)),
  }
}

/** What bureaus say of the participants of a case. */
export async function bureauFacts(
  context: Context,
  caseId: number,
): Promise<{ participants: ParticipantFacts[] }> {
  const { db, actor } = context
  const row = await requireReviewed(context, caseId)
  const people = await readParticipants(db, row.id)
  const reports = await findReports(db, [row.id])
  const participants = people.map(({ id }): ParticipantFacts => {
    const own = bureauCodes.flatMap((bureau) =>
      reports.filter((one) => one.participantId === id && one.bureau === bureau),
    )
    const open = mergeAccounts(
      own.flatMap(({ bureau, content }) => content.accounts.map((one) => ({ ...one, bureau }))),
    ).filter(({ accounts }) => accounts.every(isOpen))
    const isKnown = own.length > 0
    return {
      participantId: id,
      credits: isKnown ? open.length : null,
      payments: isKnown ? sum(open.map(({ accounts: [newest] }) => paymentOf(newest))) : null,
      bureaus: own.map(toFacts),
    }
  })
  if (reports.length > 0)
    await recordUnmasking(
      context,
      { type: caseTypes[row.type].object, id: row.id },
      { persons: participants.length, what: 'Данные бюро об участниках' },
    )
  return masked(actor, { participants })
}
