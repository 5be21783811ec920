import { isBankAccount, isBic } from '@ipoteka-office/contract/common/bank-account.ts'
import { counted } from '@ipoteka-office/contract/common/counted.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { isClosingBank } from '#lib/closing-bank.ts'
import type { EmployerAnswer, FraudFacts, PayoutAccount } from './fraud-facts.ts'
import { evidence, fired, quiet, type SignRule, type SignRules, unknown } from './sign.rules.ts'

const organisations = ['организации', 'организаций', 'организаций'] as const
const employersWord = ['работодателя', 'работодателей', 'работодателей'] as const
const atWork = (participantId: number) => ({ section: 'EMPLOYMENT', participantId })

/** Answers that came; a question that is open or failed tells nothing. */
const answered = ({ employers }: FraudFacts): EmployerAnswer[] =>
  employers.filter(({ state }) => state !== 'WAITING' && state !== 'ERROR')

const massAddress: SignRule = (facts, figures) => {
  const [own, listed] = [figures['fraud-address-employers'], figures['fraud-address-companies']]
  const norm = `в заявках меньше ${counted(own, employersWord)} по адресу, в реестре меньше ${counted(listed, organisations)}`
  const offices = facts.ties.filter(({ role }) => role === 'адрес работодателя')
  const told = answered(facts).flatMap(({ addressCompanies, participantId, text }) =>
    addressCompanies === null ? [] : [{ count: addressCompanies, participantId, text }],
  )
  if (offices.length === 0 && told.length === 0)
    return unknown('Адрес работодателя не указан, и реестр о нём ничего не сказал', norm)
  const crowded = offices.filter(({ employers }) => employers >= own)
  const mass = told.filter(({ count }) => count >= listed)
  const most = Math.max(0, ...offices.map(({ employers }) => employers))
  const register = Math.max(0, ...told.map(({ count }) => count))
  const values = [
    ...(offices.length > 0 ? [`в заявках ${counted(most, employersWord)} по адресу`] : []),
    told.length > 0 ? `в реестре ${counted(register, organisations)}` : 'реестр их числа не назвал',
  ]
  const stands = [
    ...crowded.map(({ label, employers, participantId, caseIds }) =>
      evidence(`${label}: в заявках ${counted(employers, employersWord)}`, {
        section: 'EMPLOYMENT',
        participantId,
        caseIds: [...caseIds],
      }),
    ),
    ...mass.map(({ text, count, participantId }) =>
      evidence(`${text}; по адресу в реестре ${counted(count, organisations)}`, atWork(participantId)),
    ),
  ]
  return stands.length > 0 ? fired(values.join(', '), norm, stands) : quiet(values.join(', '), norm)
}

const massHead: SignRule = (facts, figures) => {
  const least = figures['fraud-head-companies']
  const norm = `руководит меньше чем ${counted(least, ['организацией', 'организациями', 'организациями'])}`
  const answers = answered(facts)
  if (answers.length === 0) return unknown('Реестр о работодателе ещё не ответил', norm)
  const told = answers.flatMap(({ headName, headCompanies, participantId }) =>
    headCompanies === null ? [] : [{ name: headName ?? 'Руководитель', count: headCompanies, participantId }],
  )
  if (told.length === 0)
    return unknown('Реестр не назвал, сколькими организациями руководит глава работодателя', norm)
  const most = Math.max(...told.map(({ count }) => count))
  const value = `в реестре ${counted(most, organisations)}`
  const stands = told
    .filter(({ count }) => count >= least)
    .map(({ name, count, participantId }) =>
      evidence(
        `${name}: руководит по реестру, всего ${counted(count, ['организация', 'организации', 'организаций'])}`,
        atWork(participantId),
      ),
    )
  return stands.length > 0 ? fired(value, norm, stands) : quiet(value, norm)
}

/** What is wrong with an account and its bank; null: nothing. */
function wrongOf({ bic, account, bank }: PayoutAccount): string | null {
  if (!isBic(bic)) return `БИК ${bic} такого вида не бывает`
  if (bank === null) return `БИК ${bic} нет в справочнике банков`
  if (bank.leftOn !== null)
    return `${bank.name} исключён из справочника банков ${dayText(bank.leftOn)}: его счета закрыты`
  if (isClosingBank(bank.name)) return `${bank.name}: банк ликвидируют`
  return isBankAccount(account, bic)
    ? null
    : `Контрольный разряд счёта …${account.slice(-4)} не подходит к БИК ${bic} (${bank.name})`
}

const accountBic: SignRule = ({ own, payout }) => {
  const norm = 'банк действует, контрольный разряд счёта подходит к его БИК'
  // A mortgage names no account: it is paid out to the seller's at the deal.
  if (own.sections.LOAN === undefined) return null
  if (own.sections.LOAN['disbursement'] === 'CARD') return quiet('выдача на карту банка', norm)
  if (payout === null) return unknown('Счёт для выдачи не указан', norm)
  if (payout === 'UNKNOWN') return unknown('Справочник банков не загружен', norm)
  const wrong = wrongOf(payout)
  return wrong === null
    ? quiet(payout.bank?.name ?? payout.bic, norm)
    : fired(wrong, norm, [evidence(wrong, { section: 'LOAN' })])
}

/** Signs in who pays the borrower and where the money is to go. */
export const payerSignals: SignRules = {
  MASS_ADDRESS: massAddress,
  MASS_HEAD: massHead,
  ACCOUNT_BIC: accountBic,
}
