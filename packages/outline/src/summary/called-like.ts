/** True if a file name matches one of some lower-case names, in which `*` matches any characters. */
export function isCalledLike(name: string, names: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return names.some((each) => {
    const star = each.indexOf("*");
    if (star < 0) return lower === each;
    const [start, end] = [each.slice(0, star), each.slice(star + 1)];
    return lower.length >= each.length - 1 && lower.startsWith(start) && lower.endsWith(end);
  });
}
