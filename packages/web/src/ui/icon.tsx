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
  minus: 'M3 8h10',
  turnRight: 'M12.5 5.5A5 5 0 1 0 13 9M13 2.5v3.2H9.8',
  turnLeft: 'M3.5 5.5A5 5 0 1 1 3 9M3 2.5v3.2h3.2',
  download: 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M3 13.5h10',
  upload: 'M8 10.5V3M4.8 6L8 2.8 11.2 6M3 13.5h10',
  print: 'M4.5 6V2.5h7V6M4.5 11.5H2.5V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  panel: 'M2.5 3h11v10h-11zM6.5 3v10',
  fitWidth: 'M2 3v10M14 3v10M4.5 8h7M6.3 6L4.5 8l1.8 2M9.7 6l1.8 2-1.8 2',
  fitPage: 'M5.5 2.5h-3v3M10.5 2.5h3v3M5.5 13.5h-3v-3M10.5 13.5h3v-3',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  file: 'M4 2h5l3.5 3.5V14H4zM9 2v3.5h3.5',
  eye: 'M1.5 8C3 5 5.3 3.5 8 3.5S13 5 14.5 8C13 11 10.7 12.5 8 12.5S3 11 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  split: 'M8 2v3M8 7v2M8 11v3M5.5 5L2.5 8l3 3M10.5 5l3 3-3 3',
  equals: 'M3.5 6h9M3.5 10h9',
  differs: 'M3.5 6h9M3.5 10h9M10.8 2.8L5.2 13.2',
  passed: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM5.2 8.2l2 2 3.7-4',
  ring: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z',
  more: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
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
      strokeWidth={name === 'drag' || name === 'more' ? 2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
