// A click on a title sorts by its column: numbers with the largest first, text from A to Z, and the other way round at the next click.
document.querySelectorAll("th button").forEach(button => button.addEventListener("click", () => {
  const title = button.parentElement, at = title.cellIndex, body = title.closest("table").tBodies[0];
  const value = row => row.cells[at].dataset.value;
  const number = row => value(row) ? Number(value(row)) : -Infinity;
  const text = row => row.cells[at].textContent;
  const rows = [...body.rows], isNumber = rows.some(row => value(row) !== undefined);
  const down = title.ariaSort ? title.ariaSort !== "descending" : isNumber;
  title.parentElement.querySelectorAll("th").forEach(other => other.ariaSort = null);
  title.ariaSort = down ? "descending" : "ascending";
  rows.sort((a, b) => isNumber ? (number(a) < number(b) ? -1 : number(a) > number(b) ? 1 : 0) : text(a).localeCompare(text(b)));
  body.append(...(down ? rows.reverse() : rows));
}));
