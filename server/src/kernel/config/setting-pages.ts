/** The operator's pages on which a setting can be changed. Without one, only the environment sets it. */
export const settingPages = ['installation', 'mail', 'payments', 'map', 'addresses', 'backups'] as const
export type SettingPage = (typeof settingPages)[number]
export const on = (page: SettingPage) => ({ page })
/** A password or a key: it is stored sealed and never shown again. */
export const secretOn = (page: SettingPage) => ({ page, isSecret: true })
