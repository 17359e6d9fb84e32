/** The address under which the corpus is served, for processes that are not told. */
export type SiteReader = {
  /** The PUBLIC_URL of the last server that had one; null if none had. */
  publicUrl(): Promise<string | null>
}

export type SiteWriter = { setPublicUrl(url: string): Promise<void> }
