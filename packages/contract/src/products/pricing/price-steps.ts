/** What a step of the rate is. */
export const priceSteps = {
  CELL: 'Базовая ставка',
  SUBSIDISED: 'Субсидируемая ставка',
  REBATE: 'Скидка',
  SURCHARGE: 'Надбавка',
  OPTION: 'Опция',
  PROMOTION: 'Акция',
  FLOOR: 'Нижний предел',
  INDIVIDUAL: 'Индивидуальная ставка',
  DECISION: 'Решение банка',
} as const
