import {
  type FeatureToggle,
  isStaleToggle,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import type { Tone } from '#ui/tag.tsx'

/** Marks of a toggle: what it answers by default, whether it has rules, until when. */
export function togglesMarks({
  enabled,
  killed,
  rules,
  expiresOn,
  stale,
}: Pick<FeatureToggle, 'enabled' | 'killed' | 'rules' | 'expiresOn' | 'stale'>): {
  text: string
  tone: Tone
}[] {
  return [
    killed
      ? { text: 'Аварийно выключено', tone: 'red' as const }
      : enabled
        ? { text: 'Включено', tone: 'green' as const }
        : { text: 'Выключено', tone: 'neutral' as const },
    ...(rules.length > 0
      ? [{ text: countOf(rules.length, 'правило', 'правила', 'правил'), tone: 'blue' as const }]
      : []),
    ...(stale
      ? [{ text: `срок истёк ${formatDate(expiresOn)}`, tone: 'amber' as const }]
      : expiresOn !== null
        ? [{ text: `до ${formatDate(expiresOn)}`, tone: 'neutral' as const }]
        : []),
  ]
}

/** Names behind the values of rules. */
export interface RuleNames {
  readonly role: (code: string) => string
  readonly partner: (id: number) => string
}

const onOff = (enabled: boolean) => (enabled ? 'включено' : 'выключено')

/** Who gets what, in the order in which it is decided: «Роль «Андеррайтер»: включено», «Остальные: выключено». */
export function whoGets(
  toggle: Pick<FeatureToggle, 'enabled' | 'killed' | 'rules' | 'expiresOn'>,
  names: RuleNames,
  today: string,
): { who: string; what: string; enabled: boolean }[] {
  const line = (who: string, enabled: boolean) => ({ who, what: onOff(enabled), enabled })
  if (toggle.killed) return [line('Все', false)]
  if (isStaleToggle(toggle, today)) return [line('Все: срок правил истёк', toggle.enabled)]
  const lines = toggle.rules.map((rule) => {
    if (rule.kind === 'role') return line(`Роль «${names.role(rule.value)}»`, rule.enabled)
    if (rule.kind === 'partner') return line(`${names.partner(rule.value)} и всё, что под ним`, rule.enabled)
    return line(`${rule.value} % сотрудников`, rule.enabled)
  })
  return [...lines, line(lines.length === 0 ? 'Все' : 'Остальные', toggle.enabled)]
}
