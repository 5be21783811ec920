import { type BlacklistLevel, blacklistLevels } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { type EntryState, entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'

const levelTones: Record<BlacklistLevel, Tone> = { STOP: 'red', REVIEW: 'amber', INFO: 'neutral' }
const stateTones: Record<EntryState, DotTone> = {
  DRAFT: 'ring',
  ON_APPROVAL: 'amber',
  DECLINED: 'neutral',
  ACTIVE: 'green',
  ON_APPEAL: 'blue',
  EXPIRED: 'ring',
  REMOVED: 'ring',
}

/** The level of an entry; while an appeal runs, how it acts meanwhile. */
export function LevelTag({
  level,
  actingLevel,
}: {
  level: BlacklistLevel
  actingLevel: BlacklistLevel | null
}) {
  const tag = <Tag tone={levelTones[actingLevel ?? level]}>{blacklistLevels[level]}</Tag>
  if (actingLevel === null || actingLevel === level) return tag
  return (
    <Tooltip text={`Обжалуется: действует как «${blacklistLevels[actingLevel]}»`}>
      <span>{tag}</span>
    </Tooltip>
  )
}

export const StateDot = ({ state }: { state: EntryState }) => (
  <StatusDot tone={stateTones[state]}>{entryMachine.states[state].name}</StatusDot>
)
