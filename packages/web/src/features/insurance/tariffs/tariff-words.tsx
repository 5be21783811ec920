import { tariffStates } from '@ipoteka-office/contract/insurance/tariff-machine.ts'
import { type Tariff, tariffLineKinds } from '@ipoteka-office/contract/insurance/tariffs.ts'
import { Tag, type Tone } from '#ui/tag.tsx'

/** Colours of the states of tariffs. */
const tariffTones: Readonly<Record<Tariff['state'], Tone>> = {
  LOADED: 'amber',
  ACCEPTED: 'blue',
  DECLINED: 'red',
  WITHDRAWN: 'neutral',
}

/** The state of a tariff, coloured. */
export const stateTag = ({ state, inForce }: Tariff) => (
  <Tag tone={inForce ? 'green' : tariffTones[state]}>{inForce ? 'Действует' : tariffStates[state]}</Tag>
)

/** «новые: 12, без изменений: 30». */
export const countsText = ({ counts }: Tariff): string =>
  (Object.keys(tariffLineKinds) as (keyof typeof tariffLineKinds)[])
    .flatMap((kind) =>
      counts[kind] ? [`${tariffLineKinds[kind].toLocaleLowerCase('ru')}: ${counts[kind]}`] : [],
    )
    .join(', ')
