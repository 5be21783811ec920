import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { type KnownFacts, knownFacts } from '#features/document-rules/fact-values.rules.ts'
import type { Asked } from './asked.ts'
import type { Moment } from './choosing.rules.ts'

/** A moment in the bank's time. */
export function momentOf(at: Date, timeZone: string): Moment {
  const time = at.toTemporalInstant().toZonedDateTimeISO(timeZone)
  return {
    day: time.toPlainDate().toString(),
    weekday: time.dayOfWeek,
    minute: time.hour * 60 + time.minute,
  }
}

/** What conditions of rules may ask of a case; what is not known yet is absent. */
export function factsOf(ask: Asked, partnerPath: readonly number[], moment: Moment): KnownFacts {
  const { list, product } = caseTypes[ask.type]
  const isLoan = list.programmes.dictionary === 'cashLoan/productType'
  const { amount, regionCode, programmeCode, channel, source, campaign } = ask
  const facts: Facts = {
    partner: String(ask.partnerId),
    organisation: String(partnerPath[0] ?? ask.partnerId),
    hour: Math.floor(moment.minute / 60),
    channel,
    source,
    campaign: campaign === '' ? null : campaign,
    ...(product !== null && { product }),
    ...(amount !== null && { amount }),
    ...(regionCode !== null && { region: regionCode }),
    ...(programmeCode !== null && { [isLoan ? 'loanProduct' : 'programme']: programmeCode }),
  }
  return knownFacts(facts)
}
