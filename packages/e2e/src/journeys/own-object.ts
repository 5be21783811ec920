import type { PartnerRole } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { answerOf, wordsOf } from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import type { ObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { extractOf, homeOf } from '../../../server/src/testing/case-walks/homes.ts'
import type { Bank } from '../bank.ts'
import { bankDay } from '../bank-days.ts'

/** A firm whose reports the bank takes today. */
async function accreditedAppraiser(bank: Bank): Promise<string> {
  const all = await bank.call<{ id: number; shortName: string }[]>('GET', '/partner')
  for (const { id, shortName } of all.filter((one) => one.shortName.startsWith('Оценочная компания'))) {
    const roles = await bank.call<PartnerRole[]>('GET', `/partner/${id}/role/`)
    if (roles.some(({ code, state }) => code === 'Appraiser' && state === 'ACTIVE')) return shortName
  }
  throw new Error('The demo bank has no appraiser whose accreditation is in force')
}

/** Describes a home in an application as its agent does; answers its number. */
export async function describeHome(bank: Bank, caseId: number, number: string): Promise<number> {
  const day = bankDay()
  const home = homeOf(day, { number })
  const appraiser = await accreditedAppraiser(bank)
  const appraisals = home.appraisals.map((one) => ({ ...one, appraiser }))
  const path = `/fullApp/${caseId}/realtyObjects`
  const { id } = await bank.call<{ id: number }>('POST', path, { ...home, appraisals }, 'agent')
  return id
}

/** Writes every part of the examination as an underwriter who finds nothing does. */
export async function reviewHome(bank: Bank, caseId: number, objectId: number): Promise<void> {
  const path = `/underwriting/${caseId}/objects/${objectId}`
  const read = () => bank.call<ObjectReview>('GET', path, undefined, 'underwriter')
  const { list, object } = await read()
  const legal = (list?.questions ?? []).map(({ key, kind, answers }) =>
    kind === 'COMMENT'
      ? [wordsOf(key), 'Замечаний нет']
      : [answerOf(key), answers.find(({ effect }) => effect === 'FINE')?.text],
  )
  const parts = {
    OBJECT: { layout: 'MATCHES', emergency: 'NO' },
    RIGHTS: extractOf(bankDay(), { extractCadastral: object.number }),
    APPRAISAL: { report: 'ACCEPTED' },
    SELLER: { relation: 'NONE' },
    LEGAL: Object.fromEntries(legal),
  }
  for (const [part, answers] of Object.entries(parts)) {
    const version = (await read()).parts.find((state) => state.part === part)?.version ?? -1
    await bank.call('PUT', `${path}/parts/${part}`, { answers, version }, 'underwriter')
  }
}
