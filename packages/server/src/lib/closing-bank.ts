/** The directory of the Bank of Russia tells of a bank in liquidation by its name alone: «КУ Банк», «Ликвидатор …». */
export const isClosingBank = (name: string): boolean => /^(?:КУ|Ликвидатор|Конкурсный) /u.test(name)
