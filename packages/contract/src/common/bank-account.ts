const keyWeights = [7, 1, 3]

/** Weights 7, 1, 3 over the prefix of the bank and the account end with zero. */
const holdsKey = (prefix: string, account: string): boolean => {
  const sum = Array.from(prefix + account).reduce(
    (total, digit, index) => total + ((Number(digit) * (keyWeights[index % 3] ?? 0)) % 10),
    0,
  )
  return sum % 10 === 0
}

/** БИК: nine digits; those of Russian participants begin with 04, of the Treasury with 00 or 01. */
export const isBic = (text: string): boolean => /^0[0-4]\d{7}$/.test(text)

/** Accounts of the Treasury have a key of their own: bodies of the Treasury and accounts 0… and 4010… are not checked. */
const isTreasury = (account: string, bic: string): boolean =>
  /^0[01]/.test(bic) || account.startsWith('0') || account.startsWith('4010')

/** The bank has no correspondent account of its own but the Bank of Russia's: БИК ends with 000, 001 or 002. */
const isOfCentralBank = (bic: string): boolean => /00[012]$/.test(bic)

/** The prefix of the key for an account in the bank. */
const prefixOf = (account: string, bic: string): string =>
  account.startsWith('301') || isOfCentralBank(bic) ? `0${bic.slice(4, 6)}` : bic.slice(-3)

/** A correspondent account: 20 digits from 301 with a key by the БИК. */
export const isCorrespondentAccount = (account: string, bic: string): boolean =>
  /^301\d{17}$/.test(account) && isBic(bic) && holdsKey(prefixOf(account, bic), account)

/** An account in the bank: 20 digits with a key by the БИК. */
export const isBankAccount = (account: string, bic: string): boolean =>
  /^\d{20}$/.test(account) &&
  isBic(bic) &&
  (isTreasury(account, bic) || holdsKey(prefixOf(account, bic), account))

/** The account with its ninth digit, the key, set right for the bank. */
export function withAccountKey(account: string, bic: string): string {
  for (let key = 0; key < 10; key += 1) {
    const candidate = `${account.slice(0, 8)}${key}${account.slice(9)}`
    if (holdsKey(prefixOf(candidate, bic), candidate)) return candidate
  }
  return account
}
