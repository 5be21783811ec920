import type { RequiredOperations } from '@ipoteka-office/contract/operations.ts'
import type { MenuIcon } from './menu-icons.tsx'

/** A page of the menu. */
export interface MenuPage {
  readonly label: string
  readonly to: string
  /** All of these operations are needed; absent: everybody sees it. */
  readonly needs?: RequiredOperations
  /** Any of these is enough. */
  readonly needsAny?: readonly RequiredOperations[]
  /** A number beside it: the person's tasks. */
  readonly badge?: 'tasks'
  /** Its screen is to come: it stands under «Скоро». */
  readonly soon?: true
  /** First path segments of the pages under it; `refinancing/deal` names the second one too. */
  readonly segments: readonly string[]
}

/** A link to another system, whose address a reference holds. */
export interface MenuLink {
  readonly label: string
  readonly externalLink: string
  readonly needs?: RequiredOperations
}

/** A group; with `needs` and `to` of its own it collapses into one entry when none of its pages is permitted. */
export interface MenuGroup {
  readonly label: string
  readonly icon: MenuIcon
  readonly needs?: RequiredOperations
  readonly to?: string
  readonly items: readonly MenuPage[]
}

/** A top-level entry: a group, a page or an outside link. */
export type MenuEntry =
  | MenuGroup
  | (MenuPage & { readonly icon: MenuIcon })
  | (MenuLink & { readonly icon: MenuIcon })
