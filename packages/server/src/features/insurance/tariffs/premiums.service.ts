import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { premiumOf, type RiskFacts, sumToInsure } from '@ipoteka-office/contract/insurance/premium.ts'
import type * as api from '@ipoteka-office/contract/insurance/tariffs.ts'
import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { Insurer } from './insurer.ts'
import { findInsurers } from './insurers.repo.ts'
import { findInForce, findLines } from './tariffs.repo.ts'

type Quote = ReplyOf<typeof api.askPremiums>['quotes'][number]

/** What a year costs at one insurer by its tariff of the day. */
export async function quoteOf(
  db: Db,
  { id, shortName }: Pick<Insurer, 'id' | 'shortName'>,
  facts: RiskFacts,
): Promise<Quote> {
  const insurer = { id, shortName }
  const tariffId = await findInForce(db, id, facts.day)
  const none = { insurer, tariffId, premium: null, steps: [] }
  if (tariffId === null) return { ...none, reason: 'Действующего тарифа нет' }
  const answer = premiumOf(await findLines(db, tariffId, facts.type), facts)
  if (answer.state !== 'PREMIUM') return { ...none, reason: answer.reason }
  return { insurer, tariffId, premium: answer.premium, reason: null, steps: answer.steps }
}

const dearer = (one: Quote, other: Quote): number => {
  if (one.premium === null || other.premium === null)
    return Number(one.premium === null) - Number(other.premium === null)
  return compareDecimals(one.premium, other.premium)
}

/** What a year costs at each accredited insurer. */
export async function askPremiums(
  { clock, parameters }: BankFigures,
  { db }: Context,
  { debt, day, ...risk }: ParsedRequest<typeof api.askPremiums>['body'],
): Promise<ReplyOf<typeof api.askPremiums>> {
  const onDay = day ?? bankDay(clock)
  const sum = sumToInsure(debt, (await parameters.figuresOn(onDay))['insurance-sum-margin'])
  const quotes: Quote[] = []
  for (const insurer of await findInsurers(db, onDay))
    if (insurer.isAccredited) quotes.push(await quoteOf(db, insurer, { ...risk, sum, day: onDay }))
  return { day: onDay, sum, quotes: quotes.toSorted(dearer) }
}
