import { fromTheBeginning, parameter } from './parameter-spec.ts'

const policy = 'Кредитная политика банка'

/** Figures by which loans are insured. */
export const insuranceParameters = {
  'insurance-sum-margin': parameter('PERCENT', {
    group: 'INSURANCE',
    title: 'Страховая сумма: запас над долгом',
    about: 'На столько процентов страховая сумма больше долга; меньшую договор страхования не покрывает',
    delivered: [{ from: fromTheBeginning, value: '10', source: policy }],
  }),
  'insurance-surcharge': parameter('PERCENT', {
    group: 'INSURANCE',
    title: 'Надбавка к ставке без страхования',
    about:
      'Если страхование не продлили в срок, ставку предлагают поднять на столько процентных пунктов; решает человек',
    max: 10,
    delivered: [{ from: fromTheBeginning, value: '1', source: policy }],
  }),
  'insurance-grace': parameter('DAYS', {
    group: 'INSURANCE',
    title: 'Страхование не продлено: сколько ждать',
    about: 'Через столько дней после конца страхования предлагают надбавку к ставке',
    min: 1,
    max: 365,
    delivered: [{ from: fromTheBeginning, value: 30, source: '353-ФЗ, ст. 7 ч. 11' }],
  }),
  'insurance-trial': parameter('DAYS', {
    group: 'INSURANCE',
    title: 'Проба долей: за сколько дней',
    about: 'Новую версию долей пробуют на предложениях стольких последних дней',
    min: 1,
    max: 365,
    delivered: [{ from: fromTheBeginning, value: 90, source: policy }],
  }),
} as const
