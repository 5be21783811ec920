import type { CaseParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import { wholeSections } from '../../../server/src/testing/whole-sections.ts'
import type { Bank } from '../bank.ts'
import { saveSection } from '../full-application.ts'

/** A full application of the agent whose whole questionnaire is filled: its rate can be looked for. */
export async function filledApplication(
  bank: Bank,
  lastName: string,
): Promise<{ id: number; number: string }> {
  const body = { programme: '2', regionCode: '77', lastName, firstName: 'Вера' }
  const { id, number } = await bank.call<{ id: number; number: string }>('POST', '/fullApp', body, 'agent')
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
  return { id, number }
}
