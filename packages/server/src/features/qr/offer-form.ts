import { type BankNotice, policyLink } from './bank-notice.ts'
import { type OfferField, type OfferForm, trapField } from './offer-request.rules.ts'
import { escaped } from './public-pages.ts'

const inputs: readonly (readonly [name: OfferField, label: string, attributes: string])[] = [
  ['lastName', 'Фамилия', 'type="text" autocomplete="family-name" maxlength="100" required'],
  ['firstName', 'Имя', 'type="text" autocomplete="given-name" maxlength="100" required'],
  ['middleName', 'Отчество, если есть', 'type="text" autocomplete="additional-name" maxlength="100"'],
  [
    'phone',
    'Телефон',
    'type="tel" autocomplete="tel" maxlength="40" placeholder="+7 900 000-00-00" required',
  ],
]

const empty: OfferForm = { lastName: '', firstName: '', middleName: '', phone: '', consent: '' }

type Errors = Readonly<Partial<Record<OfferField, string>>>

const errorOf = (name: OfferField, text: string | undefined) =>
  text === undefined ? '' : `<p class="error" id="${name}-error">${escaped(text)}</p>`
const told = (name: OfferField, text: string | undefined) =>
  text === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`

const bankWords = ({ name }: Pick<BankNotice, 'name'>) =>
  name === null ? 'банком' : `банком (${escaped(name)})`
const policyWords = ({ policyUrl }: Pick<BankNotice, 'policyUrl'>) =>
  policyUrl === null ? '' : ` на условиях ${policyLink(policyUrl, 'политики банка')}`

/** The form of an offer: what was typed stays, the first wrong field is where typing goes on. */
export function offerForm(
  action: string,
  partnerName: string,
  bank: Pick<BankNotice, 'name' | 'policyUrl'>,
  values: OfferForm = empty,
  errors: Errors = {},
): string {
  const [wrong] = [...inputs.map(([name]) => name), 'consent' as const].filter((name) => name in errors)
  const focus = (name: OfferField) => (name === wrong ? ' autofocus' : '')
  const fields = inputs.map(
    ([name, label, attributes]) => `<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" ${attributes} value="${escaped(values[name])}"${told(name, errors[name])}${focus(name)}>
${errorOf(name, errors[name])}</div>`,
  )
  const checked = values.consent === 'yes' ? ' checked' : ''
  return `<form method="post" action="${escaped(action)}" novalidate>${fields.join('')}
<div class="trap" aria-hidden="true"><label for="${trapField}">Не заполняйте</label>
<input type="text" id="${trapField}" name="${trapField}" tabindex="-1" autocomplete="off"></div>
<div><label class="agree"><input type="checkbox" name="consent" value="yes"${checked}${told('consent', errors.consent)}${focus('consent')}>
<span>Согласен на обработку моих персональных данных ${bankWords(bank)} и партнёром ${escaped(partnerName)}, чтобы со мной связались по этому предложению${policyWords(bank)}</span></label>
${errorOf('consent', errors.consent)}</div>
<button type="submit">Оставить заявку</button></form>`
}
