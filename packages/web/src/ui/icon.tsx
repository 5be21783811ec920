const paths = {
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  left: 'M10 3L5 8l5 5',
  right: 'M6 3l5 5-5 5',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM11 11l3.5 3.5',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  copy: 'M6 6V2.5h7.5V10H10M2.5 6H10v7.5H2.5z',
  drag: 'M6 3v.01M10 3v.01M6 8v.01M10 8v.01M6 13v.01M10 13v.01',
  warning: 'M8 2L1.5 13.5h13zM8 6.5V10M8 11.8v.01',
  info: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 7.5V11M8 5v.01',
  star: 'M8 2l1.9 3.9 4.1.6-3 3 .7 4.2L8 11.7l-3.7 2 .7-4.2-3-3 4.1-.6z',
  trash: 'M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.5 9h6l.5-9',
  edit: 'M3 13l.6-2.9L11 2.7 13.3 5l-7.4 7.4z',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3',
  people:
    'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M11 3.5a2.3 2.3 0 0 1 0 4.4M12.5 10c1.3.6 2 1.8 2 3.5',
} as const

/** Names of the drawn marks. */
export type IconName = keyof typeof paths

/** A drawn mark of 16 × 16; decoration only, so the words beside it carry the meaning. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'drag' ? 2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
