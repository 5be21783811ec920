import { tariffGuards, tariffMachine } from '@ipoteka-office/contract/insurance/tariff-machine.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { StoredTariff } from './stored-tariff.ts'
import { findInForce, lockInsurer, writeTariffState } from './tariffs.repo.ts'

type Ask = RecordAsk<StoredTariff>

/** Tariffs of insurers: agreed to by another person than loaded them. */
export const tariffKind: RecordKind<StoredTariff> = recordKind<StoredTariff>()(tariffMachine, {
  code: 'insurance_tariff',
  object: 'Insurance',
  bankOnly: true,
  ofWhat: 'тарифа страховщика',
  guardNames: tariffGuards,
  keyOf: ({ id }) => ({ id }),
  stateOf: ({ state }) => state,
  createdAt: ({ at }) => at,
  authors: (_, { by }) => Promise.resolve([by.id]),
  guards: {
    async current({ db, record }: Ask) {
      await lockInsurer(db, record.insurer.id)
      return (await findInForce(db, record.insurer.id, record.validFrom)) === record.baseId
        ? null
        : 'С тех пор подтвердили другой тариф этого страховщика: загрузите файл снова, чтобы увидеть изменения'
    },
    future: ({ clock, record }: Ask) =>
      record.validFrom > bankDay(clock)
        ? null
        : 'Тариф уже действует: загрузите новый, он сменит этот со своего первого дня',
  },
  write: ({ db, record: { id }, to, clock, actor }) =>
    writeTariffState(db, id, { to, at: clock.now(), by: actor?.employeeId ?? null }),
})
