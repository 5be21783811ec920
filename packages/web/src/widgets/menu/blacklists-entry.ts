import type { MenuEntry } from './menu-types.ts'

/** «Чёрные списки»: people, organisations and phones that the bank does not lend to. */
export const blacklistsEntry: MenuEntry = {
  label: 'Чёрные списки',
  icon: 'ban',
  items: [
    {
      label: 'Физлица',
      to: '/blacklist/individuals/viewAll',
      needs: { IndividualBlacklist: ['List'] },
      segments: ['blacklist/individuals'],
    },
    {
      label: 'Юрлица',
      to: '/blacklist/legalPersons/viewAll',
      needs: { LegalPersonBlacklist: ['List'] },
      segments: ['blacklist/legalPersons'],
    },
    {
      label: 'Телефоны',
      to: '/blacklist/phones/viewAll',
      // Specification 2 §6: phones are guarded by the permission of individuals.
      needs: { IndividualBlacklist: ['List'] },
      segments: ['blacklist/phones'],
    },
    {
      label: 'Перечень 115-ФЗ',
      to: '/blacklist-load/authority/new',
      needs: { IndividualBlacklist: ['Import'] },
      segments: ['blacklist-load/authority'],
    },
    {
      label: 'Решения по 115-ФЗ',
      to: '/compliance',
      needs: { FullApplication: ['Compliance'] },
      segments: ['compliance'],
    },
  ],
}
