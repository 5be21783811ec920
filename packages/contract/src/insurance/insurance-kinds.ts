/** Kinds of insurance by the codes of the dictionary `insuranceType`. */
export const insuranceTypes = {
  LIFE: 'Личное страхование',
  MORTGAGEDPROPERTY: 'Имущество',
  OWNERSHIP: 'Титул',
  LIABILITY: 'Ответственность заёмщика',
  JOB_LOSS: 'Потеря работы',
} as const
export type InsuranceType = keyof typeof insuranceTypes

/** What is lent: mortgages and cash loans share their insurers by distributions of their own. */
export const lendings = { MORTGAGE: 'Ипотека', LOAN: 'Потребительские кредиты' } as const
export type Lending = keyof typeof lendings

/** Kinds that a lending knows: a cash loan has no pledge to insure. */
export const typesOfLending = {
  MORTGAGE: ['LIFE', 'MORTGAGEDPROPERTY', 'OWNERSHIP', 'LIABILITY'],
  LOAN: ['LIFE', 'JOB_LOSS'],
} as const satisfies Readonly<Record<Lending, readonly InsuranceType[]>>

export const insuredSexes = { MALE: 'Мужской', FEMALE: 'Женский' } as const
export type InsuredSex = keyof typeof insuredSexes

/** Ages between which tariffs and distributions speak of a client. */
export const youngest = 18
export const oldest = 100
