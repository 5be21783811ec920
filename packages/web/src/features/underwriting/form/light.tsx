import { type TrafficLight, trafficLights } from '@ipoteka-office/contract/underwriting/traffic-lights.ts'
import { cx } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import styles from './light.module.css'

const icons: Readonly<Record<TrafficLight, IconName>> = {
  OK: 'passed',
  WARN: 'warning',
  FAIL: 'close',
  NONE: 'ring',
}

/** A mark that says how something stands: the shape as much as the colour, and the words for who sees neither. */
export function Light({ light, words = trafficLights[light] }: { light: TrafficLight; words?: string }) {
  return (
    <span className={cx(styles.light, styles[light])} title={words}>
      <Icon name={icons[light]} />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
