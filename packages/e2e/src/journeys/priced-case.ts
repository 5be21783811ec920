import type { CaseParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { Offers } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { wholeSections } from '../../../server/src/testing/whole-sections.ts'
import type { Bank } from '../bank.ts'
import { saveSection } from '../full-application.ts'

/** An application of the agent that has taken the product, by its name. */
export async function pricedCase(bank: Bank, lastName: string, productId: number): Promise<number> {
  const body = { programme: '2', regionCode: '77', lastName, firstName: 'Вера' }
  const { id } = await bank.call<{ id: number }>('POST', '/fullApp', body, 'agent')
  const [main] = await bank.call<CaseParticipant[]>('GET', `/case/${id}/participants`, undefined, 'agent')
  const more: Partial<Record<SectionCode, object>> = {
    CREDIT: { lifeInsurance: true, electronicRegistration: true },
    PERSONAL: { lastName, firstName: 'Вера', middleName: '' },
    EMPLOYMENT: { salaryClient: true },
  }
  for (const [code, data] of Object.entries(wholeSections)) {
    const section = code as SectionCode
    const ofCase = section === 'CREDIT' || section === 'REALTY'
    const place = ofCase ? {} : { participant: main?.id ?? 0 }
    await saveSection(bank, id, section, { ...data, ...more[section] }, place)
  }
  const none = { optionIds: [], choices: { SALARY_CLIENT: true } }
  const { offers, misfits } = await bank.call<Offers>('POST', `/case/${id}/offers`, none, 'agent')
  const offer = offers.find(({ product }) => product.id === productId)
  if (offer === undefined)
    throw new Error(JSON.stringify(misfits.find(({ product }) => product.id === productId) ?? 'not offered'))
  const rate = offer.highest.rate
  await bank.call('POST', `/case/${id}/price`, { ...none, productId, rate }, 'agent')
  return id
}
