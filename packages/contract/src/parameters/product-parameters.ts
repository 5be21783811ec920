import { fromTheBeginning, parameter } from './parameter-spec.ts'

const board = 'Решение Совета директоров Банка России'

/** Figures that rates of products are made of. */
export const productParameters = {
  'key-rate': parameter('PERCENT', {
    group: 'DECISION',
    title: 'Ключевая ставка',
    about: 'К ней прибавляется надбавка в продуктах с переменной ставкой',
    delivered: [
      { from: fromTheBeginning, value: '16', source: board },
      { from: '2024-07-29', value: '18', source: board },
      { from: '2024-09-16', value: '19', source: board },
      { from: '2024-10-28', value: '21', source: board },
      { from: '2025-06-09', value: '20', source: board },
      { from: '2025-07-28', value: '18', source: board },
      { from: '2025-09-15', value: '17', source: board },
      { from: '2025-10-27', value: '16.5', source: board },
      { from: '2025-12-22', value: '16', source: board },
    ],
  }),
} as const
