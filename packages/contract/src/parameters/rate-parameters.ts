import { fromTheBeginning, parameter } from './parameter-spec.ts'

const law = '353-ФЗ, ст. 6, ч. 11'
const policy = 'Кредитная политика банка'

/** By what the limit of a full cost follows, and how the bank keeps it. */
export const rateParameters = {
  'full-cost-part': parameter('INTEGER', {
    group: 'DECISION',
    title: 'Предел ПСК: на какую часть выше среднерыночной',
    about: 'Предельная ПСК больше среднерыночной не более чем на одну такую часть: 3 — на одну треть',
    unit: 'часть из',
    min: 1,
    max: 100,
    delivered: [{ from: fromTheBeginning, value: 3, source: law }],
  }),
  'full-cost-ceiling': parameter('PERCENT', {
    group: 'DECISION',
    title: 'Предел ПСК: не выше, процентов годовых',
    about: 'Выше этого предельная ПСК не бывает, какой бы ни была среднерыночная',
    delivered: [{ from: fromTheBeginning, value: '292', source: law }],
  }),
  'full-cost-near': parameter('PERCENT', {
    group: 'DECISION',
    title: 'Предел ПСК: какой запас считать малым',
    about:
      'Заявки, у которых до предела не больше стольких процентных пунктов, стоят на вкладке «Заявки у предела»',
    delivered: [{ from: fromTheBeginning, value: '0.5', source: policy }],
  }),
  'full-cost-required': parameter('DATE', {
    group: 'DECISION',
    title: 'Предел ПСК: с какого дня без него нельзя',
    about:
      'До этого дня квартал без внесённого предела только предупреждает, с этого дня по нему не одобряют и не подписывают',
    delivered: [{ from: fromTheBeginning, value: '2027-01-01', source: policy }],
  }),
} as const
