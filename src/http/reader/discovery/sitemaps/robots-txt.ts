/** What robots may visit: everything but the console, which has nothing for them; and what spares them the visit. */
export const presentRobotsTxt = (publicUrl: string, hasDumps: boolean): string => {
  const whole = hasDumps ? `# The whole library for download: ${publicUrl}/dumps\n` : ''
  const since = `# What changed since a number: ${publicUrl}/api/v1/changes\n`
  return `${whole}${since}User-agent: *\nDisallow: /console\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}
