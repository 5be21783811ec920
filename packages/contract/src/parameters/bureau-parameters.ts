import { fromTheBeginning, parameter } from './parameter-spec.ts'

const cost = (bureau: string, value: string) =>
  parameter('MONEY', {
    group: 'CHECKS',
    title: `Цена отчёта: ${bureau}`,
    about: 'Сколько стоит один запрос кредитного отчёта: показывают до запроса и складывают по заявке',
    delivered: [{ from: fromTheBeginning, value, source: 'Договор с бюро' }],
  })

/** Figures of requests to bureaus of credit histories. */
export const bureauParameters = {
  'bureau-report-reuse': parameter('DAYS', {
    group: 'CHECKS',
    title: 'Срок повторного использования отчёта бюро',
    about: 'Столько дней полученный отчёт служит и другим запросам о том же человеке: за новый не платят',
    min: 1,
    max: 30,
    delivered: [{ from: fromTheBeginning, value: 5, source: 'Кредитная политика банка' }],
  }),
  'bureau-overdue-stop': parameter('DAYS', {
    group: 'CHECKS',
    title: 'Просрочка по данным бюро: стоп-фактор',
    about: 'Текущая просрочка дольше этого останавливает заявку',
    min: 1,
    max: 365,
    delivered: [{ from: fromTheBeginning, value: 90, source: 'Кредитная политика банка' }],
  }),
  'bureau-cost-nbki': cost('НБКИ', '35.00'),
  'bureau-cost-okb': cost('ОКБ', '30.00'),
  'bureau-cost-scoring': cost('Скоринг Бюро', '28.50'),
} as const
