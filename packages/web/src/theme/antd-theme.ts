import { type ThemeConfig, theme } from 'antd'

/** The two looks the product has. */
export type ThemeMode = 'light' | 'dark'

/** Colours of tokens.css that antd computes with, so it needs them as values; a test holds both equal. */
export const palette = {
  light: {
    green: '#82bf00',
    'green-hover': '#76ae00',
    'on-green': '#16200a',
    'green-ink': '#466b00',
    'green-wash': '#f3f8e6',
    ink: '#1b1f16',
    'ink-2': '#5a6152',
    'ink-3': '#666d5e',
    line: '#e3e6dd',
    'line-2': '#eef0ea',
    'control-line': '#d5d9cd',
    page: '#f6f7f3',
    card: '#ffffff',
    raised: '#ffffff',
    'neutral-wash': '#eef0ea',
    red: '#c62f1d',
    amber: '#8a5a00',
    blue: '#1d5fa8',
  },
  dark: {
    green: '#82bf00',
    'green-hover': '#93d10f',
    'on-green': '#16200a',
    'green-ink': '#a9d84b',
    'green-wash': '#252f14',
    ink: '#e8ebe2',
    'ink-2': '#b4baaa',
    'ink-3': '#9ca391',
    line: '#343a2d',
    'line-2': '#2a2f24',
    'control-line': '#474e3e',
    page: '#13160f',
    card: '#1b1f17',
    raised: '#242920',
    'neutral-wash': '#2c3226',
    red: '#ff8f80',
    amber: '#f0bd55',
    blue: '#94c1f5',
  },
} as const satisfies Record<ThemeMode, Record<string, string>>

/** antd in the product's look: green ground with dark text, Golos Text, radius 8, rows of 50 px in selects. */
export function antdTheme(mode: ThemeMode): ThemeConfig {
  const c = palette[mode]
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: c.green,
      colorPrimaryHover: c['green-hover'],
      colorPrimaryActive: c['green-hover'],
      colorTextLightSolid: c['on-green'],
      colorPrimaryText: c['green-ink'],
      colorLink: c['green-ink'],
      colorLinkHover: c['green-ink'],
      colorLinkActive: c['green-ink'],
      colorText: c.ink,
      colorTextSecondary: c['ink-2'],
      colorTextTertiary: c['ink-3'],
      colorTextPlaceholder: c['ink-3'],
      colorTextDescription: c['ink-2'],
      colorIcon: c['ink-3'],
      colorBgLayout: c.page,
      colorBgContainer: c.card,
      colorBgElevated: c.raised,
      colorBgMask: 'rgba(0, 0, 0, 0.5)',
      colorBorder: c['control-line'],
      colorBorderSecondary: c.line,
      colorSplit: c['line-2'],
      colorError: c.red,
      colorWarning: c.amber,
      colorInfo: c.blue,
      controlItemBgActive: c['green-wash'],
      controlOutline: 'transparent',
      fontFamily: "'Golos Text Variable', 'Golos Text', system-ui, sans-serif",
      fontSize: 14,
      lineHeight: 20 / 14,
      borderRadius: 8,
      borderRadiusLG: 12,
      borderRadiusSM: 6,
      controlHeight: 38,
      // Lists stand above dialogs, whose z-index is 3999.
      zIndexPopupBase: 3000,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      // What cannot be changed stays readable, as in the plain inputs.
      Input: { colorTextDisabled: c.ink, colorBgContainerDisabled: c['neutral-wash'] },
      Select: {
        colorTextDisabled: c.ink,
        colorBgContainerDisabled: c['neutral-wash'],
        optionHeight: 50,
        optionPadding: '15px 12px',
        optionSelectedBg: c['green-wash'],
        optionSelectedFontWeight: 400,
        multipleItemBg: c['neutral-wash'],
        multipleItemHeight: 26,
        activeBorderColor: c['green-ink'],
        hoverBorderColor: c['green-ink'],
      },
      Modal: { titleFontSize: 16, titleLineHeight: 22 / 16 },
    },
  }
}
