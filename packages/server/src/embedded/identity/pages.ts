import type { DemoAccount } from '#db/seed/demo-accounts.ts'
import { html, type Markup } from './html.ts'

/** Where the sign-in page's own files are served. */
export const resourcesPath = '/auth/resources'

const page = (title: string, body: Markup, head: Markup = html``): string =>
  html`<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} — Ипотека-офис</title>
<link rel="icon" href="data:,">
<link rel="preload" href="${resourcesPath}/golos-text-cyrillic-wght-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${resourcesPath}/identity.css">
${head}
</head>
<body>
<main class="card">
<p class="brand"><span class="logo" aria-hidden="true">И</span>Ипотека-офис</p>
${body}
</main>
</body>
</html>`.html

const demoList = (
  action: string,
  demo: { accounts: readonly DemoAccount[]; password: string },
): Markup => html`
<section class="demo" aria-labelledby="demo-title">
<h2 id="demo-title">Демонстрационный банк</h2>
<p class="hint">Пароль у всех — <b>${demo.password}</b>. Войти можно одним нажатием.</p>
<ul>
${demo.accounts.map(
  ({ login, purpose }) => html`<li><form method="post" action="${action}">
<input type="hidden" name="login" value="${login}"><input type="hidden" name="password" value="${demo.password}">
<button class="link" type="submit"><b>${login}</b><span>${purpose}</span></button>
</form></li>`,
)}
</ul>
</section>`

/** What the sign-in page shows. */
export interface SignInPage {
  readonly action: string
  readonly login: string
  readonly error: string | null
  readonly demo: { accounts: readonly DemoAccount[]; password: string } | null
}

/** The sign-in form. */
export function signInPage({ action, login, error, demo }: SignInPage): string {
  const described = error ? html` aria-invalid="true" aria-describedby="error"` : html``
  const focusLogin = login === '' ? html` autofocus` : html``
  const focusPassword = login === '' ? html`` : html` autofocus`
  return page(
    'Вход',
    html`<h1>Вход</h1>
${error ? html`<p class="error" id="error" role="alert">${error}</p>` : ''}
<form method="post" action="${action}" class="sign-in">
<label for="login">Логин</label>
<input id="login" name="login" type="text" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="255" required${described}${focusLogin}>
<label for="password">Пароль</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="255" required${described}${focusPassword}>
<button class="primary" type="submit">Войти</button>
</form>
${demo ? demoList(action, demo) : ''}`,
  )
}

/** What the page of a new password shows. */
export interface NewPasswordPage {
  readonly action: string
  readonly login: string
  /** The password that was given out: the form sends it again, nothing is remembered in between. */
  readonly password: string
  readonly error: string | null
}

/** The form that replaces a password which somebody else knows. */
export function newPasswordPage({ action, login, password, error }: NewPasswordPage): string {
  const described = error ? html` aria-invalid="true" aria-describedby="error"` : html``
  return page(
    'Новый пароль',
    html`<h1>Новый пароль</h1>
<p class="hint">Пароль вам выдал администратор. Придумайте свой: не короче 10 знаков.</p>
${error ? html`<p class="error" id="error" role="alert">${error}</p>` : ''}
<form method="post" action="${action}" class="sign-in">
<input type="hidden" name="login" value="${login}" autocomplete="username">
<input type="hidden" name="password" value="${password}">
<label for="new-password">Новый пароль</label>
<input id="new-password" name="newPassword" type="password" autocomplete="new-password" minlength="10" maxlength="255" required${described} autofocus>
<label for="repeated">Ещё раз</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" maxlength="255" required${described}>
<button class="primary" type="submit">Сохранить и войти</button>
</form>`,
  )
}

/** Confirms signing out; with `auto` the script sends the form at once. */
export const signOutPage = (action: string, xsrf: string, auto: boolean): string =>
  page(
    'Выход',
    html`<h1>Выйти из системы?</h1>
<form method="post" action="${action}" class="sign-in"${auto ? html` data-auto` : ''}>
<input type="hidden" name="xsrf" value="${xsrf}"><input type="hidden" name="logout" value="yes">
<button class="primary" type="submit">Выйти</button>
</form>`,
    auto ? html`<script src="${resourcesPath}/sign-out.js" defer></script>` : html``,
  )

/** A plain message with a way on. */
export const messagePage = (title: string, text: string, href: string, link: string): string =>
  page(title, html`<h1>${title}</h1><p>${text}</p><p><a class="primary" href="${href}">${link}</a></p>`)
