import { machine, type StateOf } from '#machines/machine.ts'

/** A tariff of an insurer: whoever has loaded it never agrees to it. */
export const tariffMachine = machine({
  title: 'Тариф страховщика',
  initial: 'LOADED',
  phases: { LOADED: 'Подтверждение', ACCEPTED: 'Применение', END: 'Итог' },
  states: {
    LOADED: { name: 'На подтверждении', phase: 'LOADED', controls: ['LOADED'] },
    ACCEPTED: { name: 'Подтверждён', phase: 'ACCEPTED' },
    DECLINED: { name: 'Отклонён', phase: 'END', final: true },
    WITHDRAWN: { name: 'Отозван', phase: 'END', final: true },
  },
  transitions: [
    {
      from: 'LOADED',
      action: 'approve',
      label: 'Подтвердить',
      to: 'ACCEPTED',
      by: ['ApproveTariff'],
      guards: ['current'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'LOADED',
      action: 'decline',
      label: 'Отклонить',
      to: 'DECLINED',
      by: ['ApproveTariff'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'ACCEPTED',
      action: 'withdraw',
      label: 'Отозвать',
      to: 'WITHDRAWN',
      by: ['ApproveTariff'],
      guards: ['future'],
      comment: 'required',
      look: 'danger',
    },
  ],
})
export type TariffState = StateOf<typeof tariffMachine>

/** What the conditions ask, in the words of the picture. */
export const tariffGuards = {
  current: 'с тех пор у страховщика не подтвердили другого тарифа',
  future: 'тариф ещё не действует',
} as const

export const tariffStates = Object.fromEntries(
  Object.entries(tariffMachine.states).map(([code, { name }]) => [code, name]),
) as Record<TariffState, string>
