const paths = {
  desktop: 'M3 3h6v6H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 11h6v6H3z',
  expertise: 'M6 3h8v14l-4-2.5L6 17zM8 7l1.5 1.5L12.5 6',
  house: 'M3 9.5L10 4l7 5.5M5 8.5V16h10V8.5M8.5 16v-4h3v4',
  support: 'M10 3l6 2.5v4.6c0 3.3-2.4 5.8-6 7-3.6-1.2-6-3.7-6-7V5.5zM7.5 10l2 2 3.2-3.5',
  message: 'M3 5h14v9H9l-4 3v-3H3zM6.5 8.5h7M6.5 11h4.5',
  monitoring: 'M3 16.5h14M3 12.5l4-4 3 3 6-6.5M12.5 5H16v3.5',
  exchange: 'M4 7.5h11l-3-3M16 12.5H5l3 3',
  tasks:
    'M7 4H5.5A1.5 1.5 0 0 0 4 5.5v10A1.5 1.5 0 0 0 5.5 17h9a1.5 1.5 0 0 0 1.5-1.5v-10A1.5 1.5 0 0 0 14.5 4H13M7 2.8h6v2.7H7zM7 11l2 2 4-4',
  checklist: 'M9 5.5h8M9 10h8M9 14.5h8M3 5.5l1.2 1.2L6.5 4.5M3 10l1.2 1.2L6.5 9M3 14.5l1.2 1.2 2.3-2.2',
  wallet: 'M3 6h13v10H3zM3 6l9-3v3M12 10h5v3h-5z',
  calculator:
    'M4 3h12v14H4zM7 6h6v2.5H7zM7.5 11.5v.01M10 11.5v.01M12.5 11.5v.01M7.5 14v.01M10 14v.01M12.5 14v.01',
  stamp:
    'M8 10.5V8.8C7 8.2 6.5 7.4 6.5 6.4a3.5 3.5 0 0 1 7 0c0 1-.5 1.8-1.5 2.4v1.7l4 1v2.5H4v-2.5zM4.5 17h11',
  box: 'M10 3l6.5 3.3v7.4L10 17l-6.5-3.3V6.3zM3.5 6.3L10 9.7l6.5-3.4M10 9.7V17',
  handshake: 'M2.5 7l3-2.5L9 6l3-1.5 5.5 3v4.5L12 15.5 8.5 14 2.5 11zM9 6l-2 3.5 2 .5 2-1.5 4 3.5',
  qr: 'M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h2v2h-2zM15 15h2v2h-2zM12 17v-1M17 12v1',
  contract: 'M5 3h7l3 3v11H5zM12 3v3h3M7.5 10h5M7.5 13h5',
  book: 'M4 4.5C6.5 3.5 8.5 3.7 10 5c1.5-1.3 3.5-1.5 6-.5v11c-2.5-1-4.5-.8-6 .5-1.5-1.3-3.5-1.5-6-.5zM10 5v11',
  coins:
    'M3 6.5c0-1.4 2-2.5 4.5-2.5S12 5.1 12 6.5 10 9 7.5 9 3 7.9 3 6.5zM3 6.5v4C3 11.9 5 13 7.5 13M12 6.5v2M8 12.5c0-1.4 2-2.5 4.5-2.5s4.5 1.1 4.5 2.5-2 2.5-4.5 2.5S8 13.9 8 12.5zM8 12.5v2.2c0 1.4 2 2.5 4.5 2.5s4.5-1.1 4.5-2.5v-2.2',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M11 4.2v3.6h4V4.2zM5 12.2v3.6h4v-3.6z',
  umbrella: 'M3 10.5a7 7 0 0 1 14 0zM10 10.5V15a1.7 1.7 0 0 1-3.4 0M10 3.5V2.5',
  journal: 'M5 3h11v14H5zM3 6h4M3 10h4M3 14h4M9.5 7H13M9.5 10H13',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.2l2.8 1.8',
  ban: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM5.2 5.2l9.6 9.6',
  people:
    'M7.5 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16.5c0-3 2.2-4.5 5-4.5s5 1.5 5 4.5M13 4.5a2.8 2.8 0 0 1 0 5.2M14.5 12.2c1.9.7 3 2.2 3 4.3',
  template: 'M3 3h14v4H3zM3 10h6v7H3zM12 10h5v7h-5z',
  help: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM8 8a2 2 0 1 1 2.7 1.9c-.5.2-.7.6-.7 1.3M10 13.5v.01',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'M5 5l10 10M15 5L5 15',
  bell: 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5L17 17',
  out: 'M8 4H4v12h4M11 6.5l4 3.5-4 3.5M15 10H8',
  external: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
} as const

/** Names of the shell's icons. */
export type MenuIcon = keyof typeof paths

/** An icon of 20 × 20; decoration only, the words beside it or its button's name carry the meaning. */
export function MenuGlyph({ name }: { name: MenuIcon }) {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
