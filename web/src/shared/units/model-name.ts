/** A model with its maker, once: some makers have their own name in that of a model. Pure. */
export const modelName = (maker: string, title: string): string =>
  maker === '' || `${title} `.toLowerCase().startsWith(`${maker} `.toLowerCase()) ? title : `${maker} ${title}`
