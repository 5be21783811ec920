import type { Tariff } from '@ipoteka-office/contract/insurance/tariffs.ts'

/** A tariff as it is stored. */
export interface StoredTariff extends Tariff {
  readonly baseId: number | null
}
